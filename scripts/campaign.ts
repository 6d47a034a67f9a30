import { spawn } from 'node:child_process'

/**
 * Runs the long form of a test, of which `npm test` runs a tenth: `npm run campaign -- <name>`.
 * Without a name it says which there are.
 */

const campaigns: Record<string, string> = {
  'broken-networks': 'e2e/src/waits.test.ts',
  airdrops: 'apps/server/src/modules/airdrop/airdrop.model.test.ts',
  canaries: 'scripts/canaries/canaries.test.ts',
  chain: 'apps/server/src/modules/deposit/scenarios.test.ts',
  'console-screens': 'e2e/src/console-screens.test.ts',
  crowd: 'apps/server/src/testing/hostile/crowd.test.ts',
  deals: 'apps/server/src/modules/deal/deal.model.test.ts',
  'deal-races': 'apps/server/src/modules/deal/deal.races.test.ts',
  hostile: 'apps/server/src/testing/hostile/hostile.test.ts',
  kill: 'e2e/src/kill.test.ts',
  'kill-exchange': 'e2e/src/kill-exchange.test.ts',
  'kill-signer': 'apps/server/src/chain/signer-kill.test.ts',
  'kill-withdrawal': 'apps/server/src/modules/withdrawal/chain/withdrawal-kill.test.ts',
  matching: 'packages/matching/src/book.differential.test.ts',
  'lost-connections': 'apps/server/src/testing/races/broken.test.ts',
  mismatch: 'e2e/src/mismatch-journey.test.ts',
  'odd-orders': 'apps/server/src/modules/bot-api/odd-orders.test.ts',
  'campaigns-of-the-house': 'apps/server/src/modules/campaign/campaign.model.test.ts',
  packets: 'apps/server/src/modules/packet/packet.model.test.ts',
  payouts: 'apps/server/src/modules/earn/payouts.test.ts',
  races: 'apps/server/src/testing/races/races.test.ts',
  simulator: 'apps/server/src/modules/exchange/simulator/simulation.test.ts',
  screens: 'e2e/src/screens.test.ts',
  sockets: 'apps/server/src/live/live.test.ts',
  starts: 'apps/server/src/modules/mining/mining.starts.test.ts',
  'time-jump': 'apps/server/src/modules/mining/mining.jump.test.ts',
  'year-of-earn': 'apps/server/src/modules/earn/year.test.ts',
}

const [name = ''] = process.argv.slice(2)
const file = campaigns[name]
if (file === undefined) {
  console.error(`Which campaign? ${Object.keys(campaigns).join(', ')}`)
  process.exit(1)
}
// Whoever runs one looks at its pictures, in e2e/shots.
const env = { ...process.env, BTBC_CAMPAIGN: '1', BTBC_SHOTS: '1' }
const child = spawn('vitest', ['run', file], { env, stdio: 'inherit' })
child.on('close', (status) => process.exit(status ?? 1))
