import type { Request } from '@btbc/contract/endpoint.ts'
import type { proposeSetting as proposeSettingCall } from '@btbc/contract/operator/setting.ts'
import { KNOWN_AFTER_MS } from '@btbc/contract/operator/setting-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'
import {
  type AnySetting,
  type FindSettings,
  readValue,
  type Texts,
  TextsOf,
} from '#platform/settings.ts'

import { findSetting, lockSetting, valueAt } from './setting.ts'

/** A setting is changed by two, from a moment on: what the second one accepts is what both have seen. */

export async function proposeChange(
  tx: Tx,
  asked: {
    settings: FindSettings
    request: Request<typeof proposeSettingCall>
    caller: OperatorCaller
    now: Date
  },
) {
  const { settings, request, caller, now } = asked
  const { name, effective_at: from, reason } = request
  const setting = await findSetting(tx, settings, name)
  if (from !== undefined && from < now) throw new Refusal('setting_past')
  const { texts: before, isTaken } = await valueAt(tx, { name, at: beginsAt(from, now) })
  const after = readFigures(setting, request.value, before)
  if (isTaken) throw new Refusal('setting_taken')
  const changes = changesOf(setting, before, after)
  if (changes.length === 0) throw new Refusal('setting_unchanged')
  await refuseUnfunded(tx, setting, { after, before, now })
  return await settingChange(settings).propose(tx, {
    subject: `setting ${name}`,
    payload: {
      name,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      from: from?.toISOString() ?? '',
    },
    summary: `${setting.title}: ${changes.join(', ')}; ${since(from)}`,
    reason,
    caller,
    now,
  })
}

/** Each figure as it is said, with no field too many and none too few; of something new nothing held before. */
export function readFigures(setting: AnySetting, typed: Texts, before: Texts = {}): Texts {
  const odd = Object.keys(typed).find((key) => !(key in setting.fields))
  if (odd !== undefined) throw new Refusal('invalid_request', { field: odd })
  const texts: Record<string, string> = {}
  for (const [key, field] of Object.entries(setting.fields)) {
    const text = field.tidy(typed[key]?.trim() ?? '')
    if (text === undefined) throw new Refusal('invalid_request', { field: key })
    const held = before[key] ?? ''
    if (!field.isWithin(text, held)) {
      throw new Refusal('setting_bounds', { field: field.label, ...field.reach(held) })
    }
    texts[key] = text
  }
  const held = { ...texts, ...before }
  const wrong = setting.oddField?.(readValue(setting, texts), readValue(setting, held))
  if (wrong !== undefined) {
    throw new Refusal('setting_odd', { field: setting.fields[wrong]?.label ?? wrong })
  }
  return texts
}

/** Such as `Maker 0.1 % → 0.2 %`. */
export function changesOf({ fields }: AnySetting, before: Texts, after: Texts): string[] {
  return Object.entries(fields).flatMap(([key, { label, unit }]) =>
    before[key] === after[key]
      ? []
      : [`${label} ${said(before[key], unit)} → ${said(after[key], unit)}`],
  )
}

async function refuseUnfunded(
  tx: Tx,
  setting: AnySetting,
  { after, before, now }: { after: Texts; before: Texts; now: Date },
): Promise<void> {
  const [value, held] = [after, before].map((texts) => readValue(setting, texts))
  if (value && held) await setting.refuseUnfunded?.(tx, { value, before: held, now })
}

function said(text = '', unit: string): string {
  return unit === '' ? text : `${text} ${unit}`
}

function since(from: Date | undefined): string {
  if (from === undefined) return 'holds from its acceptance'
  return `holds from ${minuteOf(from)}, or from its acceptance when that is later`
}

/** Never at once: by its beginning every server has heard of it. */
function beginsAt(from: Date | undefined, now: Date): Date {
  return new Date(Math.max(from?.getTime() ?? 0, now.getTime() + KNOWN_AFTER_MS))
}

/** A row more, which nobody changes any more. */
export function settingChange(settings: FindSettings) {
  return defineProposal({
    kind: 'setting.change',
    payload: z.object({
      name: z.string(),
      before: z.string(),
      after: z.string(),
      from: z.string(),
    }),
    async apply(tx, { id: proposal_id, payload: change, now }) {
      const setting = await findSetting(tx, settings, change.name)
      const { name } = setting
      await lockSetting(tx, name)
      const at = beginsAt(change.from === '' ? undefined : new Date(change.from), now)
      const { texts, isTaken } = await valueAt(tx, { name, at })
      if (isTaken) throw new Refusal('setting_taken')
      const before = TextsOf.parse(JSON.parse(change.before))
      if (!isSame(texts, before)) throw new Refusal('setting_moved')
      const after = TextsOf.parse(JSON.parse(change.after))
      await refuseUnfunded(tx, setting, { after, before: texts, now })
      await tx
        .insertInto('setting')
        .values({ name, effective_from: at, value: change.after, proposal_id })
        .execute()
    },
  })
}

function isSame(one: Texts, other: Texts): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}
