import type { Request } from '@btbc/contract/endpoint.ts'
import type { withdrawSetting as withdrawSettingCall } from '@btbc/contract/operator/setting.ts'
import { KNOWN_AFTER_MS } from '@btbc/contract/operator/setting-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'
import { type FindSettings, TextsOf } from '#platform/settings.ts'

import { changesOf } from './setting.change.ts'
import { findSetting, lockSetting, valueAt } from './setting.ts'

/** What two agreed on for later is taken back by two, before it begins: the last one that is to come first. */

export async function proposeWithdrawal(
  tx: Tx,
  asked: {
    settings: FindSettings
    request: Request<typeof withdrawSettingCall>
    caller: OperatorCaller
    now: Date
  },
) {
  const { settings, request, caller, now } = asked
  const { name, value, from } = await findComing(tx, { id: request.id, now })
  const setting = await findSetting(tx, settings, name)
  const { texts: instead } = await valueAt(tx, { name, at: new Date(from.getTime() - 1) })
  const stays = changesOf(setting, TextsOf.parse(value), instead).join(', ')
  return await settingWithdrawal.propose(tx, {
    subject: `setting ${name}`,
    payload: { id: request.id, name },
    summary: `${setting.title}: the change from ${minuteOf(from)} is withdrawn: ${stays}`,
    reason: request.reason,
    caller,
    now,
  })
}

async function findComing(tx: Tx, { id, now }: { id: number; now: Date }) {
  const change = await tx
    .selectFrom('setting')
    .select(['name', 'value', 'effective_from as from', 'withdrawn_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isKnownInTime = change && change.from.getTime() - now.getTime() >= KNOWN_AFTER_MS
  if (!isKnownInTime || change.withdrawn_by !== null) throw new Refusal('setting_not_coming')
  const later = await tx
    .selectFrom('setting')
    .select('id')
    .where('name', '=', change.name)
    .where('effective_from', '>', change.from)
    .where('withdrawn_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (later) throw new Refusal('setting_built_on')
  return change
}

/** The change stays written and never begins. */
export const settingWithdrawal = defineProposal({
  kind: 'setting.withdraw',
  payload: z.object({ id: z.int(), name: z.string() }),
  async apply(tx, { id: withdrawn_by, payload: { id, name }, now }) {
    await lockSetting(tx, name)
    await findComing(tx, { id, now })
    await tx.updateTable('setting').set({ withdrawn_by }).where('id', '=', id).execute()
  },
})
