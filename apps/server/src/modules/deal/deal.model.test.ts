import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { isCampaign, step } from './testing/steps.ts'
import { take } from './testing/take-step.ts'
import { compare, openWorld } from './testing/both-worlds.ts'

/**
 * Random deals over HTTP, beside a plain table of what they should be. The server is a process of its own
 * that is killed in the middle of calls and sweeps, with an answer in its hand, and between them, with
 * time going by while it is down; whoever got no answer asks again.
 */

const ROUNDS = isCampaign ? 240 : 1
const STEPS = isCampaign ? 80 : 40
const LEAST = isCampaign ? { deals: 2000, killed: 100 } : { deals: 8, killed: 1 }

test(
  'stock, escrow and wallets are those of a plain table at every step, whoever is killed and however time jumps',
  async () => {
    const world = await openWorld()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        for (const each of steps) {
          await take(world, each)
          await compare(world)
        }
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    )
    await take(world, { do: 'stock', which: 0, coins: 300n, killed: 'answering' })
    await compare(world)
    const { plain, killed } = world
    expect(plain.deals.length).toBeGreaterThanOrEqual(LEAST.deals)
    expect(killed.heard + killed.unheard + killed.undone + killed.idle).toBeGreaterThanOrEqual(
      LEAST.killed,
    )
    expect(killed.unheard).toBeGreaterThan(0)
    if (isCampaign) expect(killed.undone).toBeGreaterThan(0)
  },
  ROUNDS * 120_000,
)
