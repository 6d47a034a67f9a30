import { setTimeout as sleep } from 'node:timers/promises'

import type { Heard } from '@btbc/client/client.ts'
import { createApiKey } from '@btbc/contract/api-key.ts'
import { confirmAuthenticator, setFundPin } from '@btbc/contract/security.ts'
import {
  changePassword,
  logIn as logInCall,
  requestCode,
  resetPassword,
} from '@btbc/contract/session.ts'
import { lockKinds } from '@btbc/database/locks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

const THIEFS = 'brass-lantern-77'
const OWNERS = 'silver-anvil-58'

type Begin = (ann: TestMember, proof: string) => Promise<Heard>

async function reset(server: TestServer, { mail }: TestMember, password = OWNERS): Promise<void> {
  ok(await server.call(requestCode, { user_string: mail, type: 'forget' }))
  // Not simply the last message: a key that is made meanwhile is told of as well.
  const { code } = await server.db
    .selectFrom('outbox')
    .select('code')
    .where('recipient', '=', mail)
    .where('code', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const request = { account: mail, password, repassword: password, code: code ?? '' }
  ok(await server.call(resetPassword, request))
}

async function logIn(server: TestServer, { mail }: TestMember, password: string) {
  return await server.call(logInCall, { user_string: mail, password })
}

function change(server: TestServer, ann: TestMember, key = newKey()) {
  const request = { old_password: ann.password, password: THIEFS, re_password: THIEFS }
  return server.call(changePassword, request, { as: ann, key })
}

/** What a call answers that was judged before a reset and writes after it: its first lock is held meanwhile. */
async function overtaken<T>(
  server: TestServer,
  lock: { name: string; kind: number },
  parts: { begin: () => Promise<T>; meanwhile: () => Promise<void> },
): Promise<T> {
  const { name, kind } = lock
  return await server.db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, ${kind}))`.execute(db)
    const begun = parts.begin()
    try {
      for (;;) {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
          and not granted and database = (select oid from pg_database
          where datname = current_database())`.execute(db)
        if (rows.length > 0) break
        await sleep(5)
      }
      await parts.meanwhile()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, ${kind}))`.execute(db)
    }
    return await begun
  })
}

test('a reset wins over the login that was judged before it', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ann = await server.join('ann@btbc.test')
  const late = await overtaken(
    server,
    { name: `member:${ann.id} 127.0.0.1`, kind: lockKinds.tries },
    { begin: () => logIn(server, ann, ann.password), meanwhile: () => reset(server, ann) },
  )
  expect(refusal(late)).toBe('try_again')
  expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
  expect(refusal(await logIn(server, ann, ann.password))).toBe('login_failed')
})

test('a reset wins over what a session asked for before it and writes after it', async () => {
  const server = await startTestServer({ rateLimits: false })
  const key = newKey()
  const begun: Record<string, Begin> = {
    password: (ann: TestMember) => change(server, ann, key),
    pin: async (ann: TestMember, proof: string) => {
      const request = { pin: '482913', password: ann.password, proof }
      return await server.call(setFundPin, request, { as: ann, key })
    },
    key: (ann: TestMember) => {
      const request = { label: 'bot', scopes: ['trade' as const] }
      return server.call(createApiKey, request, { as: ann, key })
    },
    authenticator: (ann: TestMember) =>
      server.call(confirmAuthenticator, { code: '123456' }, { as: ann, key }),
  }
  for (const [name, begin] of Object.entries(begun)) {
    const ann = await server.join(`${name}@btbc.test`)
    const proof = await stepUp(server, ann, 'fund_pin', {})
    const late = await overtaken(
      server,
      { name: `${ann.id}:${key}`, kind: lockKinds.answer },
      { begin: () => begin(ann, proof), meanwhile: () => reset(server, ann) },
    )
    expect(refusal(late), name).toBe('login_required')
    expect(refusal(await logIn(server, ann, THIEFS))).toBe('login_failed')
    ok(await logIn(server, ann, OWNERS))
  }
  expect(await server.db.selectFrom('api_key').selectAll().execute()).toEqual([])
  expect(await server.db.selectFrom('fund_pin').selectAll().execute()).toEqual([])
})
