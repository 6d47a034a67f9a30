import type { Response } from '@btbc/contract/endpoint.ts'
import type { readDayReport } from '@btbc/contract/operator/report.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { type DayLine, readDay } from '@btbc/ledger/days.ts'
import { plainAmount, wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'

import { writeFileIn, type WrittenFile } from '#platform/written-file.ts'
import { findCoverageBefore } from '#modules/proof/proof.ts'
import { DAY_MS } from '#platform/durations.ts'

/** What the books say about a day, for people and as files. */

export type DayReport = Response<typeof readDayReport>

/** An entry's time is read before its transaction: so long after midnight one of yesterday can come. */
const LATE_MS = 120_000

export async function describeDay(
  tx: Tx,
  { day, now }: { day: string; now: Date },
): Promise<DayReport> {
  refuseAhead(day, now)
  const endsAt = endOf(day)
  const { balances, flows, entries, end, isWhole } = await readDay(tx, day)
  return {
    day,
    whole: isWhole && now.getTime() >= endsAt.getTime() + LATE_MS,
    entries,
    books: end ? { entry: end.entryId.toString(), hash: end.hash } : null,
    balances: balances.map((each) => ({
      ...describeLine(each),
      opening: wireUnits(each.opening, getCurrency(each.currency)),
      closing: wireUnits(each.closing, getCurrency(each.currency)),
    })),
    flows: flows.map((each) => ({ ...describeLine(each), kind: each.kind })),
    attested: (await findCoverageBefore(tx, endsAt)) ?? null,
  }
}

function describeLine({ currency: id, ofMembers, purpose, came, went }: Omit<DayLine, 'kind'>) {
  const currency = getCurrency(id)
  return {
    currency: currency.id,
    currency_name: currency.code,
    of_members: ofMembers,
    account: purpose,
    came: wireUnits(came, currency),
    went: wireUnits(went, currency),
  }
}

function endOf(day: string): Date {
  return new Date(Date.parse(day) + DAY_MS)
}

export function refuseAhead(day: string, now: Date): void {
  if (Date.parse(day) > now.getTime()) throw new Refusal('invalid_request', { field: 'day' })
}

/** No name in these files needs quotes: they are the house's own words, numbers and hashes. */
export const csvLine = (fields: readonly (string | number)[]) => `${fields.join(',')}\r\n`

export async function writeDayFile(
  db: Db,
  { day, now, folder }: { day: string; now: Date; folder: string },
): Promise<WrittenFile> {
  const report = await atOneMoment(db, (tx) => describeDay(tx, { day, now }))
  return await writeFileIn(folder, `btbc-test-day-${day}.csv`, (add) => add(dayAsText(report)))
}

/** One table for spreadsheets: what a line is about stands in its first column. */
function dayAsText({ day, whole, entries, books, balances, flows, attested }: DayReport): string {
  const of = (line: { of_members: boolean }) => (line.of_members ? 'members' : 'house')
  const amount = (units: bigint) => plainAmount(units)
  const rows = [
    ['line', 'currency', 'owner', 'account', 'kind', 'opening', 'came', 'went', 'closing'],
    ['day', '', '', day, whole ? 'whole' : 'not over', '', '', '', entries],
    ['books', '', '', books?.hash ?? '', `entry ${books?.entry ?? 0}`, '', '', '', ''],
    ...balances.map((line) => [
      'balance',
      line.currency_name,
      of(line),
      line.account,
      '',
      ...[line.opening, line.came, line.went, line.closing].map(amount),
    ]),
    ...flows.map((line) => [
      'flow',
      line.currency_name,
      of(line),
      line.account,
      line.kind,
      '',
      amount(line.came),
      amount(line.went),
      '',
    ]),
    ...(attested?.coverage ?? []).flatMap(({ currency_name: name, owed, promised, there }) =>
      Object.entries({ owed, promised, there }).map(([what, units]) => [
        'attested',
        name,
        'house',
        what,
        `attestation ${attested?.number}`,
        '',
        '',
        '',
        amount(units),
      ]),
    ),
  ]
  return rows.map(csvLine).join('')
}
