import { buyLaunches as buyLaunchesCall } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { afford } from '@btbc/ledger/afford.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import { lockMembers } from '#modules/account/index.ts'
import { settingAt } from '#platform/settings.ts'
import type { Outcome } from '#platform/together.ts'

import { launchesBought } from './mining.entries.ts'
import { launchSale } from './mining.settings.ts'
import { type KeyedCall, type Keeping, refused } from '#platform/keeping.ts'

/**
 * Launches: the credits that start a run. All are bought from the same accounts of the house, so what
 * comes together is one transaction, which holds them for no longer than its posting takes.
 */

export type Purchase = {
  memberId: number
  times: number
  /** What one was shown to cost. */
  shown?: bigint | undefined
  id: string
  now: Date
  wallNow: Date
  /** Under which it is done once. */
  call?: KeyedCall | undefined
}

const { response } = buyLaunchesCall
export type Bought = Response<typeof buyLaunchesCall>

type Planned = { purchase: Purchase; entry: Entry }

/** One purchase in a transaction of its own. */
export async function buyLaunches(tx: Tx, purchase: Purchase): Promise<Bought> {
  const [outcome = 'held up'] = await buyManyLaunches(tx, [purchase], { waits: true })
  if (outcome === 'held up') throw new Error('a purchase that waits is not held up')
  return outcome()
}

/** Purchases of members, each once, in one transaction. Whoever is locked by others is waited for or left out. */
export async function buyManyLaunches(
  tx: Tx,
  purchases: readonly Purchase[],
  { waits, keeping }: { waits: boolean; keeping?: Keeping },
): Promise<Outcome<Bought>[]> {
  const members = purchases.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits })
  const calls = purchases.flatMap(({ call, memberId }) =>
    call && locked.has(memberId) ? [call] : [],
  )
  const earlier = await keeping?.findAnswers(tx, calls)
  const price = await priceAt(tx, purchases)
  const plans = purchases.map((purchase): Planned | Outcome<Bought> => {
    if (!locked.has(purchase.memberId)) return 'held up'
    const before = purchase.call && earlier?.(purchase.call)
    if (before instanceof Refusal) return refused(before)
    if (before) return () => z.decode(response, before.message as never)
    if (purchase.shown !== undefined && purchase.shown !== price)
      return refused(new Refusal('terms_changed'))
    return { purchase, entry: launchesBought({ ...purchase, price }) }
  })
  return await book(tx, plans, keeping)
}

/** One price for all that come together: that of the first of them to ask. */
async function priceAt(tx: Tx, [first]: readonly Purchase[]): Promise<bigint> {
  return first === undefined ? 0n : (await settingAt(tx, launchSale, first.now)).price
}

/** Books what each can pay, in the order of the asking. From here on the house's accounts are locked. */
async function book(
  tx: Tx,
  plans: readonly (Planned | Outcome<Bought>)[],
  keeping: Keeping | undefined,
): Promise<Outcome<Bought>[]> {
  const planned = plans.filter((each) => typeof each === 'object')
  const { short, availableOf } = await afford(
    tx,
    planned.map(({ entry }) => [entry]),
  )
  const lacking = new Map(planned.map((each, n) => [each, short[n]]))
  const afforded = planned.filter((each) => lacking.get(each) === undefined)
  const bought = ({ purchase: { memberId } }: Planned): Bought => {
    const left = availableOf(memberAccount(memberId, 'launches', currencies.LAUNCH.id))
    return { free_times: Number(left) }
  }
  const [first] = afforded
  if (first) {
    const answers = afforded.flatMap((each) => {
      const { call } = each.purchase
      return call ? [{ call, message: z.encode(response, bought(each)) }] : []
    })
    const kept = keeping ? [keeping.answersStored(answers, first.purchase.wallNow)] : []
    await postBatch(
      tx,
      afforded.map(({ entry }) => entry),
      kept,
    )
  }
  return plans.map((each): Outcome<Bought> => {
    if (typeof each !== 'object') return each
    const error = lacking.get(each)
    return error ? refused(error) : () => bought(each)
  })
}
