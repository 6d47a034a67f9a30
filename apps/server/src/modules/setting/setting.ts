import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listSettingHistory as listSettingHistoryCall,
  listSettings as listSettingsCall,
} from '@btbc/contract/operator/setting.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { type AnySetting, type Texts, TextsOf } from '#platform/settings.ts'

/** Settings as operators read them: what each is, is going to be, and was. */

const COMING_MAX = 500

export function findSetting(settings: readonly AnySetting[], name: string): AnySetting {
  const found = settings.find((each) => each.name === name)
  if (!found) throw new Refusal('setting_unknown')
  return found
}

export async function listSettings(
  tx: Tx,
  { settings, now }: { settings: readonly AnySetting[]; now: Date },
): Promise<Response<typeof listSettingsCall>> {
  const names = settings.map(({ name }) => name)
  const { rows } = await sql<{ name: string; effective_from: Date; value: unknown }>`
    select name, effective_from, value from setting
    where name = any(${names}) and effective_from >= (
      select max(effective_from) from setting held where held.name = setting.name and effective_from <= ${now}
    )
    order by effective_from limit ${settings.length + COMING_MAX}`.execute(tx)
  return settings.map((setting) => {
    const [held, ...coming] = rows
      .filter(({ name }) => name === setting.name)
      .map((row) => ({ value: TextsOf.parse(row.value), from: row.effective_from }))
    if (!held) throw new Error(`${setting.name} has no value`)
    const { name, title, keeps } = setting
    const fields = Object.entries(setting.fields).map(([key, field]) => {
      const { label, unit, least, most, choices = [] } = field
      return { key, label, unit, least, most, choices: [...choices] }
    })
    return { name, title, keeps, fields, value: held.value, since: held.from, coming }
  })
}

export async function listHistory(
  tx: Tx,
  request: {
    settings: readonly AnySetting[]
    name: string
    before: Date | undefined
    limit: number
    now: Date
  },
): Promise<Response<typeof listSettingHistoryCall>> {
  const { settings, name, before, limit, now } = request
  findSetting(settings, name)
  let began = tx
    .selectFrom('setting')
    .leftJoin('operator_proposal', 'operator_proposal.id', 'proposal_id')
    .leftJoin('operator as maker', 'maker.id', 'made_by')
    .leftJoin('operator as checker', 'checker.id', 'decided_by')
    .select(['value', 'effective_from', 'reason', 'made_by', 'decided_by'])
    .select(['maker.name as maker', 'checker.name as checker'])
    .where('setting.name', '=', name)
    .where('effective_from', '<=', now)
    .orderBy('effective_from', 'desc')
    .limit(limit + 1)
  if (before !== undefined) began = began.where('effective_from', '<', before)
  const rows = await began.execute()
  const list = rows.slice(0, limit).map((row) => ({
    value: TextsOf.parse(row.value),
    from: row.effective_from,
    proposed_by: personOf(row.made_by, row.maker),
    accepted_by: personOf(row.decided_by, row.checker),
    reason: row.reason,
  }))
  return { list, next: rows.length > limit ? (list.at(-1)?.from ?? null) : null }
}

function personOf(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' }
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
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    texts: TextsOf.parse(row.value),
    isTaken: row.effective_from.getTime() === at.getTime(),
  }
}
