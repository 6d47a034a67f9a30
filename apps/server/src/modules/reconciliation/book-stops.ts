import type { Db, Tx } from '@btbc/database/database.ts'
import { lockWork } from '@btbc/database/locks.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { callOperators } from '#modules/operator/index.ts'
import { stopCurrency, stopMember, untradedCurrencies } from '#modules/stop/stop.ts'
import type { Clock } from '#platform/clock.ts'

/**
 * What the books say of a member or a currency and what cannot be true stops just that: nothing of it
 * leaves or is matched until two operators have looked. Reading goes on, and so does everything else.
 */

/** What does not say whom it is about concerns these currencies, or nothing that leaves. */
export type ScopedFinding = Finding & { concerns: readonly CurrencyId[] }

export const everyCurrency: readonly CurrencyId[] = Object.values(currencies).map(({ id }) => id)

/** What is wrong with so many members is no fault of theirs alone: it stops what they have it in. */
const MEMBERS_ALONE_MAX = 10

export async function stopWhatIsWrong(
  db: Db,
  found: readonly ScopedFinding[],
  clock: Clock,
): Promise<void> {
  const members = new Map<number, Finding>()
  for (const each of found) {
    if (each.about && 'member' in each.about) members.set(each.about.member, each)
  }
  await db.transaction().execute(async (tx) => {
    // Several servers watch the same books, and one of them calls.
    await lockWork(tx, 'bookStops')
    if (members.size <= MEMBERS_ALONE_MAX) await stopMembers(tx, members, clock)
    await stopCurrencies(tx, found, { areMembersAlone: members.size <= MEMBERS_ALONE_MAX, clock })
  })
}

async function stopMembers(
  tx: Tx,
  members: ReadonlyMap<number, Finding>,
  clock: Clock,
): Promise<void> {
  for (const [memberId, finding] of members) {
    const known = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', memberId)
      .executeTakeFirst()
    if (!known) continue
    const reason = reasonOf(finding)
    if (!(await stopMember(tx, { memberId, reason, now: clock.now() }))) continue
    await callOperators(tx, {
      subject: `withdrawals and trading of member ${memberId} are stopped`,
      text: `${reason}. Nothing of member ${memberId} leaves or is matched until two operators let it go again, in the console under Overview. Run npm run audit first: it says which entry did it.`,
      now: clock.wallNow(),
    })
  }
}

async function stopCurrencies(
  tx: Tx,
  found: readonly ScopedFinding[],
  { areMembersAlone, clock }: { areMembersAlone: boolean; clock: Clock },
): Promise<void> {
  const known = await untradedCurrencies(tx)
  for (const { id, code } of Object.values(currencies)) {
    if (known.has(id)) continue
    const own = found.find((each) => concerns(each, id, areMembersAlone))
    if (!own) continue
    const reason = reasonOf(own)
    await stopCurrency(tx, { currency: id, reason, matching: true, now: clock.now() })
    await callOperators(tx, {
      subject: `withdrawals and trading of ${code} are stopped`,
      text: `${reason}. Nothing of ${code} leaves or is matched until two operators let it go again, in the console under Overview. Run npm run audit first: it says which entry did it.`,
      now: clock.wallNow(),
    })
  }
}

function concerns(
  { about, concerns: all }: ScopedFinding,
  id: CurrencyId,
  areMembersAlone: boolean,
) {
  if (about === undefined) return all.includes(id)
  if ('currency' in about) return about.currency === id
  return !areMembersAlone
}

function reasonOf({ rule, detail }: Finding): string {
  return `The books do not hold: ${detail} (${rule})`
}
