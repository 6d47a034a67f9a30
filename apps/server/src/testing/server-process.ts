import { openDatabase } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { createApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { endWhenTold } from '#end-process.ts'
import { startTestClock } from './clock.ts'

/**
 * A server in a process of its own, for tests that kill or stop it: on a clock that they move, and with nothing
 * going on behind its calls but the sweeps that they ask for. Run by tests only.
 */
const Task = z.object({ database: z.string(), wall: z.string(), aheadMs: z.int() })
const Order = z.object({ aheadMs: z.int(), sweeps: z.boolean(), dies: z.boolean() })

const { database, wall, aheadMs } = Task.parse(JSON.parse(process.argv[2] ?? ''))
const clock = startTestClock(wall)
clock.moveTo(aheadMs)
const config = readConfig(process.env)
const db = openDatabase(database)
const app = await createApp({ db, clock, config, isIdle: true })
const address = await app.http.listen({ host: config.host, port: 0 })

let dies = false
app.http.server.prependListener('request', (_, answer) => {
  if (!dies) return
  // All is done and committed, and nobody has heard of it.
  answer.end = () => {
    process.kill(process.pid, 'SIGKILL')
    return answer
  }
})
endWhenTold([() => app.http.close(), () => app.jobs.stop(), () => db.destroy()])
process.on('disconnect', () => process.exit())
process.on('message', (order) => {
  const { aheadMs: ahead, sweeps, ...told } = Order.parse(order)
  clock.moveTo(ahead)
  dies = told.dies
  void (sweeps ? app.jobs.sweep() : Promise.resolve()).then(() => process.send?.('done'))
})
process.send?.(`http://127.0.0.1:${new URL(address).port}`)
