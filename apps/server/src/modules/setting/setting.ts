import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listSettingHistory as listSettingHistoryCall,
  listSettings as listSettingsCall,
} from '@btbc/contract/operator/setting.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { sql } from 'kysely'

import { type AnySetting, type FindSettings, type Texts, TextsOf } from '#platform/settings.ts'

/** Settings as operators read them: what each is, is going to be, and was. */

const COMING_MAX = 500

type Agreed = NonNullable<Response<typeof listSettingHistoryCall>['list'][number]['agreed']>

export async function findSetting(
  tx: Tx,
  settings: FindSettings,
  name: string,
): Promise<AnySetting> {
  const found = (await settings(tx)).find((each) => each.name === name)
  if (!found) throw new Refusal('setting_unknown')
  return found
}

export async function listSettings(
  tx: Tx,
  { settings: find, now }: { settings: FindSettings; now: Date },
): Promise<Response<typeof listSettingsCall>> {
  const settings = await find(tx)
  const names = settings.map(({ name }) => name)
  const { rows } = await sql<{ id: number; name: string; effective_from: Date; value: unknown }>`
    select id, name, effective_from, value from setting
    where name = any(${names}) and withdrawn_by is null and effective_from >= (
      select max(effective_from) from setting held
      where held.name = setting.name and effective_from <= ${now} and withdrawn_by is null
    )
    order by effective_from limit ${settings.length + COMING_MAX}`.execute(tx)
  return settings.map((setting) => {
    const [held, ...coming] = rows
      .filter(({ name }) => name === setting.name)
      .map((row) => ({ id: row.id, value: TextsOf.parse(row.value), from: row.effective_from }))
    if (!held) throw new Error(`${setting.name} has no value`)
    const { name, title, keeps } = setting
    const fields = Object.entries(setting.fields).map(([key, field]) => {
      const { label, unit, least: lowest, most: highest, choices = [] } = field
      const reach = field.reach(held.value[key] ?? '')
      return { key, label, unit, ...reach, lowest, highest, choices: [...choices] }
    })
    return { name, title, keeps, fields, value: held.value, since: held.from, coming }
  })
}

export async function listHistory(
  tx: Tx,
  request: {
    settings: FindSettings
    name: string
    before: number | undefined
    limit: number
    now: Date
  },
): Promise<Response<typeof listSettingHistoryCall>> {
  const { settings, name, before, limit, now } = request
  await findSetting(tx, settings, name)
  let began = tx
    .selectFrom('setting')
    .select(['id', 'value', 'effective_from', 'proposal_id', 'withdrawn_by'])
    .where('name', '=', name)
    .where((eb) => eb.or([eb('effective_from', '<=', now), eb('withdrawn_by', 'is not', null)]))
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (before !== undefined) began = began.where(isOlderThan(before))
  const rows = await began.execute()
  const agreed = await readAgreed(tx, rows)
  const list = rows.slice(0, limit).map((row) => ({
    id: row.id,
    value: TextsOf.parse(row.value),
    from: row.effective_from,
    agreed: agreed.get(row.proposal_id) ?? null,
    withdrawn: agreed.get(row.withdrawn_by) ?? null,
  }))
  return { list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null }
}

const isOlderThan = (id: number) =>
  sql<boolean>`(effective_from, id) < (select edge.effective_from, edge.id from setting edge where edge.id = ${id})`

/** Who proposed and accepted each of them, or its withdrawal, and why. */
async function readAgreed(
  tx: Tx,
  rows: readonly { proposal_id: number | null; withdrawn_by: number | null }[],
) {
  const ids = rows.flatMap((row) => [row.proposal_id, row.withdrawn_by]).filter((id) => id !== null)
  const proposals = await tx
    .selectFrom('operator_proposal')
    .innerJoin('operator as maker', 'maker.id', 'made_by')
    .innerJoin('operator as checker', 'checker.id', 'decided_by')
    .select(['operator_proposal.id', 'reason', 'maker.id as maker_id', 'checker.id as checker_id'])
    .select(['maker.name as maker', 'checker.name as checker'])
    .where('operator_proposal.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  return new Map<number | null, Agreed>(
    proposals.map(({ id, reason, ...who }) => [
      id,
      {
        proposed_by: { id: who.maker_id, name: who.maker },
        accepted_by: { id: who.checker_id, name: who.checker },
        reason,
      },
    ]),
  )
}

/** What is going to hold at this time as far as it is known, and whether a change begins right then. */
export async function valueAt(
  tx: Tx,
  { name, at }: { name: string; at: Date },
): Promise<{ texts: Texts; isTaken: boolean }> {
  const row = await tx
    .selectFrom('setting')
    .select(['value', 'effective_from'])
    .where('name', '=', name)
    .where('effective_from', '<=', at)
    .where('withdrawn_by', 'is', null)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    texts: TextsOf.parse(row.value),
    isTaken: row.effective_from.getTime() === at.getTime(),
  }
}

/** Of changes and withdrawals of one setting, one at a time sees what comes and adds to it. */
export async function lockSetting(tx: Tx, name: string): Promise<void> {
  await lockNamed(tx, 'setting', `setting ${name}`)
}
