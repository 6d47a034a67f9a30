/** Holds: what of an account is set aside, and for which one thing. */

import type { Tx } from '@btbc/database/database.ts'
import { type Account, accountOf, accountId } from '#account.ts'
import { type Entry, type Part, post } from '#post.ts'

/** The one thing a hold belongs to, in its lifetime: `{ kind: 'withdrawal', id: 7n }`. */
export type HoldOwner = { kind: string; id: bigint }

/** The entry a change of a hold is posted as; its moves follow from the hold. */
export type HoldEvent = Omit<Entry, 'moves'>

/** Sets an amount of the account aside for its owner, who must not have had a hold before. */
export async function hold(
  tx: Tx,
  owner: HoldOwner,
  account: Account,
  amount: bigint,
  event: HoldEvent,
): Promise<{ posted: boolean }> {
  const moves = [{ from: account, to: account, toPart: 'held' as const, amount }]
  const { posted } = await post(tx, { ...event, moves })
  if (posted) {
    await tx
      .insertInto('ledger_hold')
      .values({
        owner_kind: owner.kind,
        owner_id: owner.id,
        account_id: BigInt(accountId(account)),
        amount,
      })
      .execute()
  }
  return { posted }
}

/** Gives what is left of the hold, or this much of it, back to the available part. */
export async function releaseHold(
  tx: Tx,
  owner: HoldOwner,
  event: HoldEvent,
  amount?: bigint,
): Promise<{ posted: boolean }> {
  return useHold(tx, owner, event, (account, left) => [{ to: account, amount: amount ?? left }])
}

/** Pays out of the hold. */
export async function spendHold(
  tx: Tx,
  owner: HoldOwner,
  event: HoldEvent,
  payments: readonly Payment[],
): Promise<{ posted: boolean }> {
  return useHold(tx, owner, event, () => payments)
}

export type Payment = { to: Account; amount: bigint; toPart?: Part }

async function useHold(
  tx: Tx,
  owner: HoldOwner,
  event: HoldEvent,
  paymentsOf: (account: Account, left: bigint) => readonly Payment[],
): Promise<{ posted: boolean }> {
  const found = await tx
    .selectFrom('ledger_hold')
    .select(['account_id', 'amount'])
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Error(`There is no hold of ${owner.kind} ${owner.id}`)
  // Whoever uses this hold waits for us, so an earlier use under this key is to be seen here.
  if (await isPosted(tx, event.key)) return { posted: false }

  const account = accountOf(Number(found.account_id))
  const payments = paymentsOf(account, found.amount)
  const used = payments.reduce((sum, { amount }) => sum + amount, 0n)
  if (used > found.amount) {
    throw new RangeError(`The hold of ${owner.kind} ${owner.id} is ${found.amount}, not ${used}`)
  }
  const moves = payments.map((payment) => ({
    from: account,
    fromPart: 'held' as const,
    ...payment,
  }))
  await tx
    .updateTable('ledger_hold')
    .set({ amount: found.amount - used })
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .execute()
  return post(tx, { ...event, moves })
}

async function isPosted(tx: Tx, key: string): Promise<boolean> {
  const entry = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  return entry !== undefined
}
