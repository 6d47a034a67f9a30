import type { saveCalendar } from '@btbc/contract/calendar.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { plainAmount } from '@btbc/money/amount.ts'

import { RUNNING_MAX } from '#modules/earn/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { type Asked, refuseForeign } from './calendar.ts'
import { type CalendarEvent, writeCalendar } from './icalendar.ts'

/**
 * The calendar as a file: for each lock its daily income as one event that repeats and its end as
 * another, for each fund its end. An event of a contract is the same in each file that is saved.
 */

type File = Response<typeof saveCalendar>

export async function writeFile(tx: Tx, asked: Asked & { language: Language }): Promise<File> {
  await refuseForeign(tx, asked)
  const { only, language, now } = asked
  const events = [...(await eventsOfLocks(tx, asked)), ...(await eventsOfFunds(tx, asked))]
  if (events.length === 0) throw new Refusal('calendar_empty')
  const note = say(language, 'remarks', 'calendar_note')
  return {
    name: `btbc-test-${only ? `${only.kind}-${only.id}` : 'earn'}.ics`,
    text: writeCalendar({ name: 'BTBC (TEST)', events, note, now }),
  }
}

type Said = Asked & { language: Language }

async function eventsOfLocks(tx: Tx, asked: Said): Promise<CalendarEvent[]> {
  const { memberId, only, language } = asked
  if (only?.kind === 'fund') return []
  let running = tx
    .selectFrom('lock_contract')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'running')
  if (only) running = running.where('id', '=', only.id)
  const locks = await running.orderBy('id').limit(RUNNING_MAX).execute()
  return locks.flatMap(({ id, amount, day_income: income, days, started_at: startedAt }) => {
    const dayOf = (day: number) => new Date(startedAt.getTime() + day * DAY_MS)
    const uid = `lock-${id}-${startedAt.getTime()}`
    return [
      {
        uid: `${uid}-income`,
        at: dayOf(1),
        times: days,
        summary: say(language, 'remarks', 'calendar_income', {
          id: String(id),
          amount: plainAmount(income),
        }),
      },
      {
        uid: `${uid}-end`,
        at: dayOf(days),
        times: 1,
        summary: say(language, 'remarks', 'calendar_lock', {
          id: String(id),
          amount: plainAmount(amount),
        }),
      },
    ]
  })
}

async function eventsOfFunds(tx: Tx, asked: Said): Promise<CalendarEvent[]> {
  const { memberId, only, language } = asked
  if (only?.kind === 'lock') return []
  let running = tx
    .selectFrom('fund_contract')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'running')
  if (only) running = running.where('id', '=', only.id)
  const funds = await running.orderBy('id').limit(RUNNING_MAX).execute()
  return funds.map(({ id, amount, yield: yielded, started_at: startedAt, ends_at: at }) => ({
    uid: `fund-${id}-${startedAt.getTime()}`,
    at,
    times: 1,
    summary: say(language, 'remarks', 'calendar_fund', {
      id: String(id),
      amount: plainAmount(amount + yielded),
    }),
  }))
}
