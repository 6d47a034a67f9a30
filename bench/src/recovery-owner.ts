/** Opens the exchange on a database, and says when it takes orders. Ended from outside. */

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@btbc/database/database.ts'
import { openExchange } from '../../apps/server/src/modules/exchange/open-exchange.ts'
import { nextRestingOrder } from '#order-flow.ts'

const TRY_EVERY_MS = 20
const MEGABYTE = 2 ** 20

const [url = ''] = process.argv.slice(2)
const exchange = await openExchange({
  db: openDatabase(url),
  now: () => new Date(),
  owner: `owner ${process.pid}`,
  report: (error, what) => console.error(what, error),
})
const placeOne = async (): Promise<bigint | undefined> => {
  const outcome = await exchange.place(nextRestingOrder())
  return outcome.outcome === 'accepted' ? outcome.order.id : undefined
}
let placed = await placeOne()
while (placed === undefined) {
  await sleep(TRY_EVERY_MS)
  placed = await placeOne()
}
const ready = {
  // Counted from the start of this process.
  readyMs: Math.round(performance.now()),
  megabytes: Math.round(process.memoryUsage.rss() / MEGABYTE),
}
console.log(JSON.stringify(ready))
