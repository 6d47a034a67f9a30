/**
 * Runs the sandbox payment provider by itself, for servers that name it in GATEWAY_URL:
 * `npm run provider -- --events <url> [--port 4000] [--host 127.0.0.1]`, with the GATEWAY_KEY of the servers.
 * Its books lie in the data directory.
 */

import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../apps/server/src/config.ts'
import { startSandboxProvider } from '../apps/server/src/payment-provider/sandbox/sandbox-provider.ts'
import { sentenceOf } from '../apps/server/src/start-failure.ts'

const USAGE =
  'usage: GATEWAY_KEY=sk_test_… npm run provider -- --events <url of /hooks/gateway> [--port 4000] [--host 127.0.0.1]'

try {
  await run()
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '' },
      port: { type: 'string', default: '4000' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  })
  const { GATEWAY_KEY: key, BTBC_DATA_DIR } = process.env
  // A key that is none of a sandbox is refused as it is by a server.
  const { dataDirectory } = readConfig({ GATEWAY_KEY: key, BTBC_DATA_DIR })
  const port = Number(values.port)
  if (!key || !URL.canParse(values.events) || !Number.isInteger(port)) throw new Error(USAGE)
  const directory = path.join(dataDirectory, 'sandbox-provider')
  const provider = await startSandboxProvider({ key, host: values.host, port, directory })
  provider.tell(values.events)
  console.log(`The sandbox payment provider (TEST) answers at ${provider.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void provider.stop())
  }
}
