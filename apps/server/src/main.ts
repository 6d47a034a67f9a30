import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { openAppRole } from '@btbc/database/app-role.ts'
import { checkServer } from '@btbc/database/check-server.ts'
import { openDatabase } from '@btbc/database/database.ts'
import { migrate, MIGRATIONS } from '@btbc/database/migrate.ts'
import { claimFolder, leaveFolder } from '@btbc/database/owner.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { latestEntryAt } from '@btbc/ledger/latest.ts'

import { createApp } from '#app.ts'
import { refuseUnfinished } from '#backup/data-directory.ts'
import { openChain } from '#chain/open-chain.ts'
import { readOffset } from '#platform/business-clock.ts'
import { startClock } from '#platform/clock.ts'
import { refuseFarAhead } from '#platform/heartbeat.ts'
import { readConfig } from '#config.ts'
import { startGateway } from '#payment-provider/start-gateway.ts'
import { describeFailure } from '#start-failure.ts'
import { endWhenTold } from '#end-process.ts'

/** config → database → chain → app → listen → graceful stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  mkdirSync(config.dataDirectory, { recursive: true })
  claimFolder(config.dataDirectory)
  process.once('exit', () => leaveFolder(config.dataDirectory))
  refuseUnfinished(config.dataDirectory)
  const postgres =
    config.databaseUrl === undefined
      ? await startPostgres({ directory: path.join(config.dataDirectory, 'postgres') })
      : undefined
  const url = config.databaseUrl ?? postgres?.url ?? ''
  await checkServer(url)
  await migrate(url, MIGRATIONS, { tell: (line) => console.log(line) })
  const db = openDatabase(await openAppRole(url, config.databaseAppUrl))
  const clock = startClock(await readOffset(db), (await latestEntryAt(db)) ?? new Date(0))
  await refuseFarAhead(db, clock, config.today)
  const { chain, stop: stopChain } = await openChain(db, config, clock.now())
  const { gateway, provider, name: paysBy } = await startGateway(config)
  const app = await createApp({ db, clock, config, chain, gateway, paysBy })
  const address = await app.http.listen({ host: config.host, port: config.port })
  const port = Number(new URL(address).port)
  provider?.tell(`http://127.0.0.1:${port}/hooks/gateway`)
  const doors = app.doors(port)
  const lines = [
    `BTBC (TEST) answers at ${address}`,
    `${chain.name} (chain ${chain.chainId}) at ${chain.url}`,
    ...app.notices,
    ...(doors.length === 0
      ? []
      : ['Open one of these once on a device: inbox, sample logins and faucet are there then.']),
    ...doors.map((door) => `  ${door}`),
  ]
  // In one piece: whoever waits for the address finds the rest beside it.
  console.log(lines.join('\n'))

  endWhenTold([
    async () => await provider?.stop(),
    () => app.http.close(),
    () => app.jobs.stop(),
    () => stopChain(),
    () => db.destroy(),
    async () => await postgres?.stop(),
  ])
}

main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exit(1)
})
