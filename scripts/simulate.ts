import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * Repeats a run of a simulator: `npm run simulate -- --seed 7 --steps 8000`, of the exchange or, with
 * `--what house`, of the calls of the house.
 */

const runs: Record<string, { file: string; test: string; steps: string }> = {
  exchange: {
    file: 'apps/server/src/modules/exchange/simulator/simulation.test.ts',
    test: 'no order, coin or answer',
    steps: '8000',
  },
  house: {
    file: 'apps/server/src/testing/races/broken.test.ts',
    test: 'whoever asks again',
    steps: '200',
  },
}

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { what: text, seed: text, steps: text } })
const { what = 'exchange', seed = '' } = values
const run = runs[what]
const steps = values.steps ?? run?.steps ?? ''
if (!run || !/^\d+$/.test(seed) || !/^\d+$/.test(steps)) {
  console.error(
    'Which seed, and how far? npm run simulate -- --what exchange --seed 7 --steps 8000',
  )
  process.exit(1)
}
const env = { ...process.env, SIMULATE_SEED: seed, SIMULATE_STEPS: steps }
const child = spawn('vitest', ['run', run.file, '-t', run.test], { env, stdio: 'inherit' })
child.on('close', (status) => process.exit(status ?? 1))
