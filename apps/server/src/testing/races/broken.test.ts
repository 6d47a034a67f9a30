import { randomInt } from 'node:crypto'

import { expect, test } from 'vitest'

import { againWith, live } from '#testing/broken-life.ts'

/**
 * The same life twice, once with connections to the database that break at any statement of what is
 * asked, and at its commit. What everybody has is the same after every step.
 * `npm run simulate -- --what house --seed 7 --steps 200` repeats a seed.
 */

const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const asked = process.env['SIMULATE_SEED']
const STEPS = Number(process.env['SIMULATE_STEPS'] ?? (isCampaign ? 200 : 20))
const SEEDS = isCampaign && asked === undefined ? 20 : 1
const first = Number(asked ?? (isCampaign ? randomInt(2 ** 30) : 4))

test('whoever asks again after a lost connection has what they would have had, no more and no less', async () => {
  let broken = 0
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const again = againWith(seed, STEPS)
    const calm = await live(seed, STEPS, false)
    const rough = await live(seed, STEPS, true)
    for (const [n, step] of rough.steps.entries()) expect(step, again).toEqual(calm.steps[n])
    broken += rough.broken
  }
  expect(broken).toBeGreaterThanOrEqual((SEEDS * STEPS) / 4)
}, 0)
