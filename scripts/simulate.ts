import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Repeats a run of the simulator: `npm run simulate -- --seed 7 --steps 8000`. */

const FILE = 'apps/server/src/modules/exchange/simulator/simulation.test.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' }, steps: { type: 'string' } } })
const { seed, steps = '8000' } = values
if (!/^\d+$/.test(seed ?? '') || !/^\d+$/.test(steps)) {
  console.error('Which seed, and how far? npm run simulate -- --seed 7 --steps 8000')
  process.exit(1)
}
const env = { ...process.env, SIMULATE_SEED: seed, SIMULATE_STEPS: steps }
const child = spawn('vitest', ['run', FILE, '-t', 'no order, coin or answer'], {
  env,
  stdio: 'inherit',
})
child.on('close', (status) => process.exit(status ?? 1))
