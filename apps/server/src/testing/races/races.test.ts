import { expect, test } from 'vitest'

import { accountPairs } from './account-pairs.ts'
import { bankPairs } from './bank-pairs.ts'
import { chainPairs } from './chain-pairs.ts'
import { approvalPairs } from './decision-pairs.ts'
import { exchangePairs, walletPairs, withdrawalPairs } from './money-pairs.ts'
import { memberPairs, operatorPairs } from './people-pairs.ts'
import { openWorld, type Pair, type World } from './world.ts'

/**
 * Races over HTTP: 32 calls at one moment, in pairs that reach for the same thing, give what one
 * after the other would have given. The books are audited at the end of each test.
 */

const ROUNDS = process.env['BTBC_CAMPAIGN'] === '1' ? 20 : 1

async function run(world: World, { name, ready }: Pair): Promise<void> {
  const { calls, check } = await ready(world)
  const answers = await Promise.all(calls.map((call) => call()))
  const outcomes = answers.map((answer) => (answer.type === 'ok' ? 'ok' : answer.code))
  const counted = Object.fromEntries(
    [...new Set(outcomes)].map((each) => [each, outcomes.filter((other) => other === each).length]),
  )
  try {
    // A deadlock is tried again and never shown.
    expect(outcomes.filter((each) => each === 'internal' || each === 'try_again')).toEqual([])
    await check(outcomes)
  } catch (error) {
    throw new Error(`${name}: ${JSON.stringify(counted)}`, { cause: error })
  }
}

const groups: readonly (readonly [name: string, pairs: readonly Pair[]])[] = [
  ['between wallets', walletPairs],
  ['in the exchange', exchangePairs],
  ['out of the house', withdrawalPairs],
  ['out of the house by a bank', bankPairs],
  ['among operators', operatorPairs],
  ['of what two operators decide', approvalPairs],
  ['of a member’s own account', accountPairs],
  ['of a member’s own affairs', memberPairs],
  ['on the chain', chainPairs],
]

test.each(groups)(
  'races %s end as one after the other would have',
  async (_, pairs) => {
    const world = await openWorld()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const pair of pairs) await run(world, pair)
    }
  },
  ROUNDS * 240_000,
)
