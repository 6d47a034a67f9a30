import { randomInt } from 'node:crypto'

import { expect, test } from 'vitest'

import { type Run, simulate } from './simulation.ts'

/**
 * The engine in a world that comes out of a seed. `npm test` runs sixty, always the same, and
 * BTBC_CAMPAIGN=1 20 million steps of seeds drawn anew; `npm run simulate -- --seed 7 --steps 8000`
 * repeats one.
 */

const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const STEPS = Number(process.env['SIMULATE_STEPS'] ?? 8_000)
const STEPS_IN_ALL = isCampaign ? 20_000_000 : 500_000
const asked = process.env['SIMULATE_SEED']
/** Each of these has to have happened as often in a campaign as makes one believe it. */
const OFTEN = ['commit', 'look', 'renew', 'take']
  .flatMap((what) => ['unsent', 'unheard', 'late', 'refused'].map((fate) => `${what} ${fate}`))
  .concat(['crash', 'stall', 'outage', 'clockJump', 'slow disk', 'twice', 'outside'])
const first = Number(asked ?? (isCampaign ? randomInt(2 ** 31 - 100_000) : 1))

test('one seed is one run, to the byte', async () => {
  const [one, same, other] = [
    await simulate(first, 1_500),
    await simulate(first, 1_500),
    await simulate(first + 1, 1_500),
  ]
  expect(same).toEqual(one)
  expect(other.digest).not.toBe(one.digest)
})

test('no order, coin or answer is lost or made twice, whatever the database, the time and other servers do', async () => {
  const sums = { seeds: 0, steps: 0, commands: 0, trades: 0 }
  const faults = new Map<string, number>()
  const isDone = () => (asked === undefined ? sums.steps >= STEPS_IN_ALL : sums.seeds === 1)
  while (!isDone()) {
    const run: Run = await simulate(first + sums.seeds, STEPS)
    sums.seeds += 1
    sums.steps += run.steps
    sums.commands += run.commands
    sums.trades += run.trades
    for (const [kind, count] of run.faults) faults.set(kind, (faults.get(kind) ?? 0) + count)
    if (asked !== undefined) print(run)
  }
  if (isCampaign) print({ first, ...sums, faults })
  if (asked !== undefined) return
  expect(sums.trades).toBeGreaterThan(STEPS_IN_ALL / 100)
  const all = [...faults.values()].reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThan(STEPS_IN_ALL / 100)
  for (const kind of isCampaign ? OFTEN : [])
    expect(faults.get(kind), kind).toBeGreaterThanOrEqual(200)
}, 0)

function print({ faults, ...figures }: Omit<Run, 'seed' | 'digest'> & { first?: number }): void {
  const counted = [...faults].map(([kind, count]) => `${kind} ${count}`).toSorted(byText)
  process.stdout.write(`${JSON.stringify(figures)}\n${counted.join(', ')}\n`)
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
