import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { listDeposits, readDepositAddress } from '@btbc/contract/deposit.ts'
import { cancelOrder, listOpenBuys, placeBuy } from '@btbc/contract/exchange.ts'
import { readTeam, startRun } from '@btbc/contract/mining.ts'
import {
  beginPasskey,
  beginPasskeyLogin,
  finishPasskey,
  logInByPasskey,
} from '@btbc/contract/own-passkeys.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { readAttestation } from '@btbc/contract/proof.ts'
import { openAppRole } from '@btbc/database/app-role.ts'
import { migrate, MIGRATIONS } from '@btbc/database/migrate.ts'
import { claimFolder, leaveFolder, OWNER } from '@btbc/database/owner.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { chainHead } from '@btbc/ledger/chain.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS } from '#chain/chain.ts'
import { drawSeed, openKeys } from '#chain/keys.ts'
import { pinChain } from '#chain/pin.ts'
import { toChain } from '#chain/units.ts'
import { startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { callOperator, enter, hire } from '#testing/operators.ts'
import { openAuthenticator } from '#testing/passkey.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { logIn } from '#testing/sessions.ts'
import { stepUp } from '#testing/step-up.ts'
import { listOf, out, spotOf } from '#testing/withdrawals.ts'

import { backUp, restore } from './backup.ts'
import { refuseUnfinished } from './data-directory.ts'

const { BTC, USDT } = currencies
const PAIR = { currency_id: BTC.id, legal_id: USDT.id }

async function startHouse() {
  const seed = Buffer.from(drawSeed()).toString('hex')
  const chain = await startTestChain({ keys: openKeys(Buffer.from(seed, 'hex')) })
  const server = await startTestServer({ rateLimits: false }, { chain })
  await pinChain(server.db, chain, server.clock.now())
  mkdirSync(path.join(server.dataDirectory, 'uploads'), { recursive: true })
  writeFileSync(path.join(server.dataDirectory, 'chain.seed'), seed, { mode: 0o600 })
  writeFileSync(path.join(server.dataDirectory, 'uploads/picture'), 'a picture')
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, 5000n)
  return { server, chain, ada }
}

const step = async ({ app }: TestServer) => await app.chainWorks?.step()
const keyOf = (text: string) => (JSON.parse(text) as { key: string }).key

test('a house under way is backed up, restored into an empty place, audited, and goes on', async () => {
  const { server, chain, ada } = await startHouse()
  const place = makeTestPlace()
  onTestFinished(() => removeTestPlace(place))
  const folder = path.join(place, 'backup')

  // In the middle of things: an order, a run, a withdrawal that is decided and not sent, a proof.
  ok(await server.call(placeBuy, { ...PAIR, price: '100', num: '1', mode: 2 }, { as: ada }))
  const asked = { currency: USDT.id }
  const address = ok(await server.call(readDepositAddress, asked, { as: ada }))
  const bob = privateKeyToAddress(generatePrivateKey())
  ok(await out(server, ada, { address: bob, number: '200' }))
  await server.pass({ hours: 24 })
  ok(await server.call(startRun, {}, { as: ada }))
  const rita = await hire(server, 'Rita', ['risk'])
  await chainAll(server.db)
  ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  const head = await chainHead(server.db)
  const proved = ok(await server.call(readAttestation))
  // A passkey that a reset would have closed after the back-up.
  const device = openAuthenticator()
  const proof = await stepUp(server, ada, 'passkey_add', {})
  const { options } = ok(await server.call(beginPasskey, { proof }, { as: ada }))
  const made = { label: 'phone', credential: device.make(options, server.url) }
  ok(await server.call(finishPasskey, made, { as: ada }))
  const byPasskey = async (at: TestServer) => {
    const begun = ok(await at.call(beginPasskeyLogin))
    const credential = device.use(begun.options, at.url)
    return await at.call(logInByPasskey, { challenge_id: begun.challenge_id, credential })
  }
  ok(await byPasskey(server))
  // One of an operator, who takes it off after the back-up.
  const lost = {
    credential_id: 'lost',
    public_key: Buffer.alloc(1),
    transports: [],
    label: 'laptop',
  }
  await server.db
    .insertInto('operator_passkey')
    .values({ ...lost, operator_id: rita.id, sign_count: 0n, created_at: server.clock.wallNow() })
    .execute()
  const { dataDirectory, databaseUrl } = server
  claimFolder(dataDirectory)
  await backUp({ databaseUrl, dataDirectory }, { folder, at: new Date() })
  expect(existsSync(path.join(folder, 'files', OWNER))).toBe(false)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'files/chain.seed')).mode & 0o777).toBe(0o600)

  // What happens after it: the withdrawal leaves, a deposit arrives, and somebody is shown an address.
  const eve = await server.join('eve@example.test')
  const hers = ok(await server.call(readDepositAddress, asked, { as: eve }))
  await step(server)
  await chain.mine(1)
  await chain.sendToken(USDT.id, address as `0x${string}`, toChain(30n * UNIT))
  await chain.mine(CONFIRMATIONS)
  await step(server)
  await step(server)
  const received = async () => await balanceOnChain(chain, { coin: USDT.id, address: bob })
  const sent = await received()
  expect(sent).toBeGreaterThan(0n)

  const database = await createTestDatabase('template0')
  const anew = path.join(place, 'anew')
  mkdirSync(anew)
  writeFileSync(path.join(anew, OWNER), 'of a process that was killed')
  await restore(folder, { dataDirectory: anew, open: async () => opened(database.url) })
  refuseUnfinished(anew)
  expect(existsSync(path.join(anew, OWNER))).toBe(false)
  expect(readFileSync(path.join(anew, 'uploads/picture'), 'utf8')).toBe('a picture')
  await openAppRole(database.url)
  expect(await chainHead(database.db)).toEqual(head)
  // The leases of the server that was there run out in seconds, which nobody here waits for.
  for (const table of ['market_lease', 'chain_lease'] as const) {
    await database.db.updateTable(table).set({ owner: null, until: null }).execute()
  }

  // The server that goes on is audited at its end, with the attestation.
  const left = { database, at: server.clock.now().toISOString() }
  const settings = { rateLimits: false, dataDirectory: anew }
  const next = await startTestServer(settings, { chain, left })
  expect(ok(await next.call(readAttestation))).toEqual(proved)
  await chainAll(next.db)
  // Who was put out after the back-up is not in again: everybody logs in anew.
  expect(await next.db.selectFrom('session').selectAll().execute()).toEqual([])
  expect(refusal(await byPasskey(next))).toBe('passkey_closed')
  expect(await next.db.selectFrom('operator_passkey').selectAll().execute()).toEqual([])
  Object.assign(ada, await logIn(next, ada))
  const taken = await callOperator(next, takeSnapshotNow, {}, { as: rita })
  expect(refusal(taken)).toBe('login_required')
  next.clock.pass({ minutes: 1 })
  rita.token = await enter(next, rita)
  ok(await callOperator(next, takeSnapshotNow, {}, { as: rita }))
  expect(keyOf(ok(await next.call(readAttestation)).text)).toBe(keyOf(proved.text))
  const [order] = ok(await next.call(listOpenBuys, PAIR, { as: ada })).list
  ok(await next.call(cancelOrder, { id: order?.id ?? 0, type: 'in' }, { as: ada }))
  for (let turn = 0; turn < 3; turn += 1) {
    await step(next)
    await chain.mine(CONFIRMATIONS)
  }
  await step(next)
  expect(await received()).toBe(sent)
  expect(await listOf(next, ada)).toMatchObject([{ state: 'done' }])
  expect(ok(await next.call(listDeposits, {}, { as: ada })).list).toMatchObject([
    { number: '30.00000000' },
  ])
  expect(await spotOf(next, ada)).toEqual({ available: 4830n * UNIT, held: 0n })
  const fay = await next.join('fay@example.test')
  expect(ok(await next.call(readDepositAddress, asked, { as: fay }))).not.toBe(hers)
  const runs = async () => ok(await next.call(readTeam, {}, { as: ada })).team.runs
  expect(await runs()).toHaveLength(1)
  await next.pass({ hours: 24 })
  expect(await runs()).toEqual([])

  await refuses(folder, { place, full: { databaseUrl, dataDirectory } })
})

test('a house of an older program is restored as one of today, and its passkeys open nothing by themselves', async () => {
  const place = makeTestPlace()
  onTestFinished(() => removeTestPlace(place))
  const [older, dataDirectory] = [path.join(place, 'older'), path.join(place, 'data')]
  for (const each of [older, dataDirectory]) mkdirSync(each)
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < '0252'))
    cpSync(path.join(MIGRATIONS, name), path.join(older, name))
  const then = await createTestDatabase('template0')
  await migrate(then.url, older)
  await sql`
    insert into member (account_number, extension_code, mail, password_hash, country, language, joined_at)
    values ('100000001', 'ABCDEFGH', 'ada@example.test', 'x', 'PT', 'en', now())`.execute(then.db)
  await sql`
    insert into passkey (member_id, credential_id, public_key, sign_count, transports, label, created_at)
    select id, 'x', 'x', 0, '{}', 'phone', now() from member where mail is not null`.execute(
    then.db,
  )
  const folder = path.join(place, 'backup')
  await backUp({ databaseUrl: then.url, dataDirectory }, { folder, at: new Date() })
  const database = await createTestDatabase('template0')
  const anew = path.join(place, 'anew')
  await restore(folder, { dataDirectory: anew, open: async () => opened(database.url) })
  const passkeys = await database.db.selectFrom('passkey').select(['label', 'opens']).execute()
  expect(passkeys).toEqual([{ label: 'phone', opens: false }])
})

function opened(databaseUrl: string) {
  return { databaseUrl, close: async () => undefined }
}

/** Each is a sentence that says what was found; nothing is written. */
async function refuses(
  folder: string,
  { place, full }: { place: string; full: { databaseUrl: string; dataDirectory: string } },
): Promise<void> {
  const empty = path.join(place, 'empty')
  const attempt = async (from: string, dataDirectory = empty, chainSeed?: string) =>
    await restore(from, { dataDirectory, chainSeed, open: async () => opened(full.databaseUrl) })
  await expect(attempt(folder, full.dataDirectory)).rejects.toThrow('is not empty')
  await expect(attempt(folder)).rejects.toThrow('holds books of this install')
  await expect(attempt(folder, empty, '11'.repeat(32))).rejects.toThrow('are of two installs')
  await expect(backUp(full, { folder, at: new Date() })).rejects.toThrow('is there already')
  const other = { ...full, chainSeed: '11'.repeat(32) }
  const elsewhere = { folder: path.join(place, 'elsewhere'), at: new Date() }
  await expect(backUp(other, elsewhere)).rejects.toThrow('are of two installs')
  const link = path.join(place, 'link')
  symlinkSync(full.dataDirectory, link)
  for (const within of [full.dataDirectory, path.join(full.dataDirectory, 'copies'), link]) {
    const inside = { folder: path.join(within, 'backup'), at: new Date() }
    await expect(backUp(full, inside)).rejects.toThrow('lies within the data directory')
  }
  expect(existsSync(path.join(full.dataDirectory, 'backup.unfinished'))).toBe(false)
  expect(() => refuseUnfinished(empty)).not.toThrow()
  claimFolder(empty)
  await expect(attempt(folder)).rejects.toThrow(`is in use by process ${process.pid}`)
  leaveFolder(empty)

  const changed = async (change: (copy: string) => void) => {
    const copy = path.join(place, 'changed')
    cpSync(folder, copy, { recursive: true })
    change(copy)
    return await attempt(copy).finally(() => rmSync(copy, { recursive: true }))
  }
  const rows = (copy: string) => path.join(copy, 'database/member.copy.gz')
  await expect(changed((copy) => rmSync(rows(copy)))).rejects.toThrow('is missing')
  const cut = changed((copy) => writeFileSync(rows(copy), 'half'))
  await expect(cut).rejects.toThrow('was cut short or grew')
  const more = changed((copy) => writeFileSync(path.join(copy, 'files/more'), ''))
  await expect(more).rejects.toThrow('files/more is not of it')
  const rewritten = changed((copy) => writeFileSync(path.join(copy, 'manifest.json'), '{}'))
  await expect(rewritten).rejects.toThrow('is not what was sealed')
  await expect(changed(makeNewer)).rejects.toThrow('is newer than this program')
}

function makeNewer(copy: string): void {
  const file = path.join(copy, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    database: { migrations: { number: number }[] }
  }
  const { migrations } = manifest.database
  const text = JSON.stringify({
    ...manifest,
    database: {
      ...manifest.database,
      migrations: [...migrations, { ...migrations.at(-1), number: 9999 }],
    },
  })
  writeFileSync(file, text)
  writeFileSync(`${file}.sha256`, `${createHash('sha256').update(text).digest('hex')}  x\n`)
}
