import { listSales, openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readSeller } from '@btbc/contract/offer.ts'
import { beginStepUp, proveStepUp } from '@btbc/contract/security.ts'
import { logIn } from '@btbc/contract/session.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'

import { type App, createApp } from '#app.ts'
import { type Config, readConfig } from '#config.ts'
import { totpCode } from '#testing/factors.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { BTC, USDT, BNB, BTBC, LAUNCH } = currencies

test('a second start founds nothing again', async () => {
  const server = await startTestServer()
  const before = ok(await server.call(readSolvency)).currencies
  await startAgain(server, {})
  expect(ok(await server.call(readSolvency)).currencies).toEqual(before)
  const models = await server.db.selectFrom('machine_model').select('name').execute()
  expect(models).toHaveLength(4)
})

test('several servers that start at once found the house once', async () => {
  const server = await startTestServer()
  await Promise.all(Array.from({ length: 4 }, () => startAgain(server, {})))
  const { currencies: rows } = ok(await server.call(readSolvency))
  expect(rows.find((row) => row.currency === USDT.id)?.custody).toBe('10000000.00000000')
  expect(rows.find((row) => row.currency === BTBC.id)?.issued).toBe('11110000.00000000')
})

test('sample members have what they need to look around, on this machine with the known password', async () => {
  const server = await startTestServer({ sample: true })
  expect(server.app.notices).toEqual([
    'Sample members: alice@btbc.test, bob@btbc.test, carol@btbc.test, password btbc-test-1',
    expect.stringMatching(/carol@btbc\.test sells, TOTP secret [A-Z2-7]{32}$/),
    'Console at /console, sample operators, password btbc-test-1:',
    expect.stringMatching(/olivia@btbc\.test .*TOTP secret [A-Z2-7]{32}$/),
    expect.stringMatching(/omar@btbc\.test .*TOTP secret [A-Z2-7]{32}$/),
  ])
  for (const mail of ['alice@btbc.test', 'bob@btbc.test']) {
    const id = await idOf(server, mail)
    const has = async (currency: 1 | 3 | 18 | 28) =>
      (await balanceOf(server.db, memberAccount(id, 'change', currency))).available / 100_000_000n
    expect([await has(USDT.id), await has(BTC.id), await has(BNB.id), await has(BTBC.id)]).toEqual([
      10_000n,
      1n,
      100n,
      1050n,
    ])
    expect((await balanceOf(server.db, memberAccount(id, 'launches', LAUNCH.id))).available).toBe(
      7n,
    )
    ok(await login(server, mail, 'btbc-test-1'))
  }
  const token = ok(await login(server, 'alice@btbc.test', 'btbc-test-1'))
  const { team } = ok(await server.call(readTeam, {}, { as: { token } }))
  expect(team.one).toMatchObject([{ id: await idOf(server, 'bob@btbc.test') }])
  // Carol sells, so that both sides of a deal can be tried in two browsers.
  const order = { acc: '72000', pay_way: 'alipay' } as const
  const { rate } = ok(await server.call(quoteDeal, order, { as: { token } }))
  const id = ok(await server.call(openDeal, { ...order, rate }, { as: { token } }))
  const carol = ok(await login(server, 'carol@btbc.test', 'btbc-test-1'))
  expect(ok(await server.call(listSales, {}, { as: { token: carol } })).list).toMatchObject([
    { id, next: { who: 'buyer' } },
  ])
  // What the start says of her is what she confirms with.
  const secret = /TOTP secret (\w+)/.exec(server.app.notices[1] ?? '')?.[1] ?? ''
  expect(ok(await server.call(readSeller, {}, { as: { token: carol } })).is_protected).toBe(true)
  const sale = { action: 'deal_confirm' as const, payload: { id: String(id) } }
  const begun = ok(await server.call(beginStepUp, sale, { as: { token: carol } }))
  const code = totpCode(server, secret)
  const proof = { challenge_id: begun.challenge_id, method: 'totp' as const, code }
  ok(await server.call(proveStepUp, proof, { as: { token: carol } }))
})

test('off loopback the sample password is drawn for the install and said once', async () => {
  const server = await startTestServer({ sample: true, host: '0.0.0.0' })
  const [notice = ''] = server.app.notices
  const password = /password (\S+) \(drawn/.exec(notice)?.[1] ?? ''
  expect(password).not.toContain('btbc-test-1')
  expect(refusal(await login(server, 'alice@btbc.test', 'btbc-test-1'))).toBe('login_failed')
  expect(refusal(await login(server, 'alice@btbc.test', password))).toBe('login_failed')
  const [door = ''] = server.app.doors(Number(new URL(server.url).port))
  const opened = await fetch(door, { headers: { accept: 'text/html' } })
  const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' }
  ok(await login(server, 'alice@btbc.test', password, headers))
  const again = await startAgain(server, { sample: true, host: '0.0.0.0' })
  expect(again.notices[0]).not.toContain(password)
  ok(await login(server, 'alice@btbc.test', password, headers))
})

test('behind a trusted proxy the known password is not used either', async () => {
  const server = await startTestServer({ sample: true, trustProxy: ['loopback'] })
  expect(server.app.notices[0]).toContain('drawn for this install')
  expect(refusal(await login(server, 'alice@btbc.test', 'btbc-test-1'))).toBe('login_failed')
})

/** All that a start with a public address says where nothing is sent. */
const ofSilence = [/MAIL_URL/, /SMS_URL/].map((each) => expect.stringMatching(each) as unknown)

test('an install that leaves this machine loses the known password, its sessions and passkeys', async () => {
  const server = await startTestServer({ sample: true })
  const token = ok(await login(server, 'alice@btbc.test', 'btbc-test-1'))
  await addOperatorPasskey(server)
  await startAgain(server, { sample: false, host: '0.0.0.0' })
  expect(refusal(await login(server, 'alice@btbc.test', 'btbc-test-1'))).toBe('login_failed')
  const gone = await server.call(readLaunches, {}, { as: { token } })
  expect(gone.type).toBe(999)
  const open = await startAgain(server, { publicUrl: 'https://btbc.test', host: '0.0.0.0' })
  expect(open.notices).toEqual(ofSilence)
  expect(await server.db.selectFrom('operator_passkey').select('id').execute()).toEqual([])
  await startAgain(server, { sample: true })
  ok(await login(server, 'alice@btbc.test', 'btbc-test-1'))
})

test('a public address has no sample members', async () => {
  const server = await startTestServer({ sample: true, publicUrl: 'https://btbc.test' })
  expect(server.app.notices).toEqual(ofSilence)
  expect(await server.db.selectFrom('member').select('id').execute()).toEqual([])
})

/** Whoever knew the password of a sample operator may have left one. */
async function addOperatorPasskey({ db, clock }: TestServer): Promise<void> {
  const { id } = await db.selectFrom('operator').select('id').limit(1).executeTakeFirstOrThrow()
  const key = { credential_id: 'left', public_key: Buffer.alloc(32), sign_count: 0n }
  await db
    .insertInto('operator_passkey')
    .values({ ...key, operator_id: id, transports: [], label: 'left', created_at: clock.wallNow() })
    .execute()
}

async function startAgain(server: TestServer, settings: Partial<Config>): Promise<App> {
  const base = readConfig({
    BTBC_SAMPLE: '0',
    BTBC_LIQUIDITY: '0',
    LOG_LEVEL: 'error',
    BTBC_ARGON2_MIB: '8',
    BTBC_DATA_DIR: server.dataDirectory,
  })
  const app = await createApp({
    db: server.db,
    clock: server.clock,
    config: { ...base, ...settings },
  })
  onTestFinished(async () => {
    await app.http.close()
    await app.jobs.stop()
  })
  return app
}

async function idOf(server: TestServer, mail: string): Promise<number> {
  const member = await server.db
    .selectFrom('member')
    .select('id')
    .where('mail', '=', mail)
    .executeTakeFirstOrThrow()
  return member.id
}

async function login(server: TestServer, mail: string, password: string, headers = {}) {
  return await server.call(logIn, { user_string: mail, password, type: 1 }, { headers })
}

test('through a proxy nobody trusts, the known password is as wrong as any', async () => {
  const server = await startTestServer({ sample: true })
  const known = { user_string: 'alice@btbc.test', password: 'btbc-test-1' }
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }]) {
    expect(refusal(await server.call(logIn, known, { headers }))).toBe('login_failed')
  }
  expect((await server.call(logIn, known)).type).toBe('ok')
})
