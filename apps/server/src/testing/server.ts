import {
  type Call,
  createClient,
  type Heard,
  type HeardOf,
  newKey,
  ok,
  type SendOptions,
} from '@btbc/client/client.ts'
import type { Endpoint, RequestJson } from '@btbc/contract/endpoint.ts'
import { commonRefusals, type RefusalCode } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { createTestDatabase, type TestDatabase } from '@btbc/database/testing.ts'
import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { audit, type Finding } from '@btbc/ledger/audit.ts'
import { expect, onTestFinished } from 'vitest'

import { type App, createApp } from '#app.ts'
import { audits } from '#audits.ts'
import type { Chain } from '#chain/chain.ts'
import { openingCustody } from '#chain/opening-custody.ts'
import type { Config } from '#config.ts'
import { refusalOf } from '#http/failures.ts'
import type { PipelineParts } from '#http/pipeline.ts'
import { checkAuditLog } from '#modules/operator/audit-log.ts'
import type { Queues } from '#modules/review/case.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import { startTestClock, type TestClock } from './clock.ts'
import { foundedTemplate, plainConfig } from './founded.ts'
import { joinMember, newestCode, TEST_PASSWORD } from './members.ts'

export { newKey, ok, TEST_PASSWORD }

/** A server of its own for one test: real HTTP, real PostgreSQL, a clock that stands still. */
export type TestServer = {
  url: string
  databaseUrl: string
  db: Db
  app: App
  clock: TestClock
  dataDirectory: string
  call: <E extends Endpoint>(
    call: E,
    request?: RequestJson<E>,
    options?: CallOptions,
  ) => Promise<TestAnswer<E>>
  /** A member as registering with a mailed code leaves them. */
  join: (mail: string, options?: { extensionCode?: string }) => Promise<TestMember>
  /** Lets time pass on both clocks, the house being at work, and sweeps what became due. */
  pass: (time: Parameters<TestClock['pass']>[0]) => Promise<void>
  lastCode: (recipient: string) => Promise<string>
}

export type TestMember = { id: number; token: string; mail: string; password: string }

type CallOptions = Pick<SendOptions, 'method' | 'key' | 'headers'> & {
  as?: { token: string }
  language?: string
}

export type TestAnswer<E extends Call> = HeardOf<E>

/** Less than a test may take: what hangs is named. */
const ANSWER_MS_MAX = 60_000

type TestParts = {
  queues?: Queues
  chain?: Chain
  gateway?: Gateway
  /** Calls may end in a bug: the test breaks something on purpose. */
  mayFail?: boolean
  /** Jobs and works on the chain run by themselves, as in the product. */
  goesOn?: boolean
  /** What another server left, and the moment at which this one goes on. */
  left?: { database: TestDatabase; at: string }
}

type Thrown = Parameters<NonNullable<PipelineParts['hearThrown']>>[0]

/** A second server on the same books and by the same clock, for as long as the test. */
export async function startBeside({ db, clock, dataDirectory }: TestServer): Promise<App> {
  const app = await createApp({ db, clock, config: plainConfig(dataDirectory), isIdle: true })
  onTestFinished(async () => {
    await app.http.close()
    await app.jobs.stop()
  })
  return app
}

/**
 * After every test the books balance, and no call ended in a bug or in what it does not list. Behind the calls
 * nothing goes on but what the test asks for (`pass`, `jobs.sweep`, `chainWorks.step`), unless it says so.
 */
export async function startTestServer(
  settings: Partial<Config> = {},
  { goesOn = false, mayFail = false, left, ...parts }: TestParts = {},
): Promise<TestServer> {
  const clock = startTestClock(left?.at)
  const config = { ...plainConfig(makeTestPlace()), ...settings }
  const opening = parts.chain?.opening ?? openingCustody
  // On a chain that holds something else for the house its first day is another one.
  const isPlain = !config.sample && opening === openingCustody
  const database =
    left?.database ?? (await createTestDatabase(isPlain ? await foundedTemplate() : undefined))
  const unlisted: string[] = []
  const app = await createApp({
    db: database.appDb,
    clock,
    config,
    isIdle: !goesOn,
    hearThrown: (thrown) => unlisted.push(...unlistedIn(thrown)),
    ...parts,
  })
  const address = await app.http.listen({ host: config.host, port: 0 })
  const url = `http://127.0.0.1:${new URL(address).port}`
  onTestFinished(async () => {
    await app.http.close()
    await app.jobs.stop()
    if (!mayFail) expect(unlisted).toEqual([])
    // As the server reads them, on a connection that has met most of the tables by now.
    await atOneMoment(database.appDb, async (books) => {
      expect(await audit(books)).toEqual([])
      for (const { find: findAll, needsChain = false } of audits) {
        const find = async (db: Db) => (await findAll(db)).filter(isOfHouse)
        // Without a chain tests write down transfers that never were.
        if (parts.chain || !needsChain) expect(await find(books)).toEqual([])
      }
      expect((await checkAuditLog(books)).findings).toEqual([])
    })
    await database.drop()
    removeTestPlace(config.dataDirectory)
  })
  const server: TestServer = {
    url,
    databaseUrl: database.url,
    db: database.db,
    app,
    clock,
    dataDirectory: config.dataDirectory,
    call: (each, request, options) => call(url, each, request, options),
    join: (mail, options) => joinMember(database.appDb, { clock }, { ...options, mail }),
    async pass(time) {
      clock.pass(time)
      const seen = { beat_at: clock.now(), wall_at: clock.wallNow() }
      await database.db.updateTable('heartbeat').set(seen).execute()
      await app.jobs.sweep()
    },
    lastCode: (recipient) => newestCode(database.db, recipient),
  }
  return server
}

/** A test that posts what no code of the house posts says so in the key: such an entry may go any way. */
function isOfHouse({ rule, detail }: Finding): boolean {
  return !(rule.startsWith('I25') && /^entry \d+, test:/.test(detail))
}

/** The same members and books, with another process behind the calls. */
export function behind(server: TestServer, url: string): TestServer {
  return { ...server, url, call: (each, request, options) => call(url, each, request, options) }
}

/** What a call is refused with although the contract does not say so, or that it ended in a bug. */
export function unlistedIn({ call: { path, refusals }, error }: Thrown): string[] {
  const code = refusalOf(error)?.code
  if (code === undefined) return [`${path} ended in a bug: ${String(error)}`]
  if ([...refusals, ...commonRefusals].includes(code)) return []
  return [`${path} was refused with ${code}, which it does not list`]
}

async function call<E extends Endpoint>(
  url: string,
  each: E,
  request?: RequestJson<E>,
  { as, language, headers, ...options }: CallOptions = {},
): Promise<TestAnswer<E>> {
  const method = each.methods.find((one) => one === 'POST') ?? 'GET'
  return await createClient({ base: `${url}/api`, slowMs: ANSWER_MS_MAX }).hear(each, request, {
    method,
    ...options,
    ...(as && { token: as.token }),
    headers: { ...(language !== undefined && { lang: language }), ...headers },
  })
}

/** The code of a call that must be refused. */
export function refusal(answer: Heard): RefusalCode {
  if (answer.type !== 'ok') return answer.code
  throw new Error(`expected a refusal, got ${JSON.stringify(answer.message)}`)
}
