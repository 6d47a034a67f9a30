import { buyLaunches as buyLaunchesCall } from '@btbc/contract/mining.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { lockMembers } from '#modules/account/index.ts'
import { type Asked, bookAfforded, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { settingAt } from '#platform/settings.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { launchesBought } from './mining.entries.ts'
import { launchSale } from './mining.settings.ts'

/**
 * Launches: the credits that start a run. All are bought from the same accounts of the house, so what
 * comes together is one transaction, which holds them for no longer than its posting takes.
 */

export type Purchase = Asked & {
  times: number
  /** What one was shown to cost. */
  shown?: bigint | undefined
  id: string
}

const { response } = buyLaunchesCall
export type Bought = Response<typeof buyLaunchesCall>

type Planned = { asked: Purchase; entries: readonly Entry[] }

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
  { waits, storedAnswers }: { waits: boolean; storedAnswers?: StoredAnswers },
): Promise<Outcome<Bought>[]> {
  const members = purchases.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits })
  const outcomeOf = await findOutcomes(tx, purchases, { locked, response, storedAnswers })
  const price = await priceAt(tx, purchases)
  const plan = (purchase: Purchase): Planned | Outcome<Bought> =>
    purchase.shown !== undefined && purchase.shown !== price
      ? refused(new Refusal('terms_changed'))
      : { asked: purchase, entries: [launchesBought({ ...purchase, price })] }
  return await bookAfforded(
    tx,
    purchases.map((purchase) => outcomeOf(purchase) ?? plan(purchase)),
    {
      response,
      storedAnswers,
      answerOf({ asked: { memberId } }, availableOf): Bought {
        const left = availableOf(memberAccount(memberId, 'launches', currencies.LAUNCH.id))
        return { free_times: Number(left) }
      },
    },
  )
}

/** One price for all that come together: that of the first of them to ask. */
async function priceAt(tx: Tx, [first]: readonly Purchase[]): Promise<bigint> {
  return first === undefined ? 0n : (await settingAt(tx, launchSale, first.now)).price
}
