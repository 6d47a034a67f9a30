import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type Db,
  openApart,
  openDatabase,
  openInBackground,
  openListener,
  openPipeline,
} from '#database.ts'
import { type DeafProxy, startDeafProxy } from '#deaf-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#testing.ts'

let database: TestDatabase
let proxy: DeafProxy
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDeafProxy(database.url)
})
afterAll(async () => {
  await proxy.stop()
  await database.drop()
})

function opened(db: Db): Db {
  onTestFinished(() => db.destroy())
  return db
}

const short = { statementMaxMs: 500, connectionsMax: 2 }

test('both ends of every connection find out within seconds that the other machine is gone', async () => {
  const dbs = [openDatabase, openApart].map((open) => opened(open(database.url)))
  const background = { connectionsMax: 1, standsBack: undefined }
  dbs.push(opened(openInBackground(database.url, background)))
  const pipeline = await openPipeline(database.db, 500)
  const listener = await openListener(database.db, 'test', () => undefined)
  onTestFinished(async () => void (await Promise.all([pipeline.close(), listener.close()])))
  const ends = async () => {
    for (const db of dbs) await sql`select 1`.execute(db)
    const { rows } = await sql<{ port: number }>`
      select client_port as port from pg_stat_activity
      where datname = current_database()`.execute(database.db)
    return rows.flatMap(({ port }) => readEnds(port))
  }
  expect((await ends()).length).toBeGreaterThanOrEqual(2 * (dbs.length + 3))
  await expect.poll(async () => (await ends()).filter((end) => !isAskedSoon(end))).toEqual([])
})

test('whoever waits longer than a statement may take has lost the connection, and others go on', async () => {
  const url = proxy.through(database.url)
  const [limited, apart, near] = [openDatabase(url, short), openApart(url), openApart(database.url)]
  for (const db of [limited, apart, near]) opened(db)
  const ask = (db: Db) => sql`select 1`.execute(db)
  const pipeline = await openPipeline(limited, 500)
  const text = { text: 'select 1', values: [] }
  let isOver = false
  const listener = await openListener(limited, 'test', () => undefined)
  void listener.ended.then(() => (isOver = true))
  await Promise.all([ask(limited), ask(apart), pipeline.run(text)])
  proxy.goDeaf()
  const long = [
    // What may take long does, whatever the others may.
    opened(openDatabase(database.url, short))
      .transaction()
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`select pg_sleep(13)`.execute(tx)
      }),
    sql`select pg_sleep(13)`.execute(near),
  ]
  const lost = [
    limited.transaction().execute((tx) => sql`select 1`.execute(tx)),
    pipeline.run(text),
    // Nobody is at work at it, as the server says on another connection.
    ask(apart),
  ].map((each) => expect(each).rejects.toThrow('Connection terminated: an answer did not come'))
  proxy.hearAgain()
  await Promise.all([...lost, ...long])
  await Promise.all([ask(limited), ask(apart)])
  await pipeline.close()
  await expect.poll(() => isOver).toBe(true)
})

test('a connection is left although the other end does not hear the goodbye', async () => {
  const db = opened(openDatabase(proxy.through(database.url), short))
  const pipeline = await openPipeline(db, 500)
  const listener = await openListener(db, 'test', () => undefined)
  proxy.goDeaf()
  await Promise.all([pipeline.close(), listener.close(), listener.ended])
  proxy.hearAgain()
})

type End = { state: string | undefined; timer: string | undefined; waitsS: number }

const ESTABLISHED = '01'
const KEEP_ALIVE = '02'

function isAskedSoon({ state, timer, waitsS }: End): boolean {
  return state !== ESTABLISHED || (timer === KEEP_ALIVE && waitsS <= 10)
}

/** Of both ends of the connection from this port Linux says here when it is asked next whether it is there. */
function readEnds(port: number): End[] {
  const named = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote]) => local === named || remote === named)
    .map(([, , , state, , waiting = '']) => {
      const [timer, hundredths = ''] = waiting.split(':')
      return { state, timer, waitsS: Number.parseInt(hundredths, 16) / 100 }
    })
}
