import { randomBytes } from 'node:crypto'

import { readProfile } from '@btbc/contract/account.ts'
import { createApiKey } from '@btbc/contract/api-key.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { addFeedback } from '@btbc/contract/feedback.ts'
import { buyFund } from '@btbc/contract/fund.ts'
import { openLock } from '@btbc/contract/lock.ts'
import { buyMachine, listModels } from '@btbc/contract/mining.ts'
import { roles, type Role } from '@btbc/contract/operator/rights.ts'
import { addPayee } from '@btbc/contract/payee.ts'
import { beginStepUp } from '@btbc/contract/security.ts'
import { logIn, logOut } from '@btbc/contract/session.ts'
import { listWithdrawals, quoteWithdrawal } from '@btbc/contract/withdrawal.ts'
import { addAddress } from '@btbc/contract/saved-address.ts'
import { listBankWithdrawals, requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'

import { out, OUTSIDE } from '#testing/withdrawals.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { hire, type TestOperator } from '#testing/operators.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { acceptSeller, bought, fillLegal, offered } from '#testing/sellers.ts'
import { stepUp } from '#testing/step-up.ts'
import { uploaded } from '#testing/upload.ts'

/** Who asks, and what belongs to whom: the world of the authorization matrix. */

type Keys = { id: number; key: string; secret: string }

/** What the owner has that somebody else might name. */
export type Owned = {
  memberId: number
  sessionId: number
  apiKeyId: number
  passkeyId: number
  machineId: number
  lockId: number
  /** It waits for its payment. */
  fundId: number
  orderId: number
  offerId: number
  dealId: number
  coinWithdrawalId: number
  bankWithdrawalId: number
  addressId: number
  payeeId: number
  feedbackId: number
  front: string
  reverse: string
  voucher: string
  picture: string
  challengeId: string
  /** Quotes are good for one use each. */
  quoteId: string
  olderQuoteId: string
}

export type People = {
  server: TestServer
  owner: TestMember
  owned: Owned
  ownerKeys: { read: Keys; trade: Keys }
  /** Verified and rich, and nobody to the owner. */
  other: TestMember
  otherKeys: { read: Keys; trade: Keys }
  /** Nobody has accepted an identity of theirs. */
  fresh: TestMember
  /** Tokens that open nothing: no session behind them, or one that is over. */
  expired: string
  loggedOut: string
  operators: Record<Role, TestOperator>
  /** Text that stands in the owner's affairs and nowhere else. */
  marks: readonly string[]
}

export async function gather(): Promise<People> {
  const server = await startTestServer({ rateLimits: false, timeMachine: true })
  const owner = await server.join('ottilie.owner@example.test')
  const other = await server.join('eve@example.test')
  const fresh = await server.join('fresh@example.test')
  for (const member of [owner, other]) {
    await acceptIdentity(server, member)
    await give(server, member.id, currencies.USDT.id, 5000n)
    await acceptSeller(server, member)
  }
  await give(server, fresh.id, currencies.USDT.id, 5000n)
  const ownerKeys = await makeKeys(server, owner)
  const owned = await furnish(server, owner, ownerKeys.read.id)
  const marks = await marksOf(server, owner, { owned, keys: ownerKeys })
  return {
    server,
    owner,
    owned,
    ownerKeys,
    other,
    otherKeys: await makeKeys(server, other),
    fresh,
    expired: await expiredToken(server),
    loggedOut: await loggedOutToken(server),
    operators: await hireAll(server),
    marks,
  }
}

async function makeKeys(server: TestServer, as: TestMember): Promise<{ read: Keys; trade: Keys }> {
  const make = async (scopes: ('read' | 'trade')[]) => {
    const request = { label: 'bot', scopes }
    const payload = { label: 'bot', scopes: scopes.join(',') }
    const plain = await server.call(createApiKey, request, { as })
    if (plain.type === 'ok') return plain.message
    const proof = await stepUp(server, as, 'api_key', payload)
    return ok(await server.call(createApiKey, { ...request, proof }, { as }))
  }
  return { read: await make(['read']), trade: await make(['read', 'trade']) }
}

async function furnish(server: TestServer, owner: TestMember, apiKeyId: number): Promise<Owned> {
  const as = owner
  const [model] = ok(await server.call(listModels, {}, { as }))
  const machine = ok(await server.call(buyMachine, { id: model?.id ?? 0 }, { as }))
  const lock = ok(await server.call(openLock, { price: '100' }, { as }))
  const order = { currency_id: currencies.BTC.id, price: '100', num: '1', mode: 2 }
  const placed = ok(await server.call(placeBuy, order, { as }))
  const quoted = { currency: currencies.USDT.id, amount: '50', address: OUTSIDE }
  const quote = ok(await server.call(quoteWithdrawal, quoted, { as }))
  const older = ok(await server.call(quoteWithdrawal, quoted, { as }))
  const coin = ok(await out(server, owner))
  const step = { action: 'phrase' as const, payload: { phrase: 'copper' } }
  const challenge = ok(await server.call(beginStepUp, step, { as }))
  return {
    memberId: owner.id,
    sessionId: await secondSession(server, owner),
    apiKeyId,
    passkeyId: await plantPasskey(server, owner),
    machineId: machine.id,
    lockId: lock.id,
    fundId: ok(await server.call(buyFund, { amount: '50', day: 7, pay_later: 1 }, { as })).id,
    orderId: placed.id,
    ...(await dealOf(server, owner)),
    coinWithdrawalId: coin.id,
    bankWithdrawalId: await toBank(server, owner),
    addressId: await saveAddress(server, owner),
    payeeId: ok(await server.call(addPayee, { way: 'bank' }, { as })).id,
    feedbackId: ok(await server.call(addFeedback, { content: 'Feedback of the owner' }, { as })).id,
    front: await uploaded(server, as, 'identity'),
    reverse: await uploaded(server, as, 'identity'),
    voucher: await uploaded(server, as, 'voucher'),
    picture: await uploaded(server, as, 'feedback'),
    challengeId: challenge.challenge_id,
    quoteId: quote.quote_id,
    olderQuoteId: older.quote_id,
  }
}

/** An offer of the owner's, and a deal that somebody else has bought of it. */
async function dealOf(server: TestServer, owner: TestMember) {
  await fillLegal(server, owner, 100n)
  const offerId = await offered(server, owner, { stock: '100' })
  const buyer = await server.join('buyer@example.test')
  return { offerId, dealId: await bought(server, buyer, { acc: '144', pay_way: 'bank' }) }
}

async function secondSession(server: TestServer, { mail, password, id }: TestMember) {
  ok(await server.call(logIn, { user_string: mail, password, type: 1 }))
  const newest = await server.db
    .selectFrom('session')
    .select('id')
    .where('member_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return newest.id
}

/** A passkey as the database keeps it. It signs nothing here. */
async function plantPasskey(server: TestServer, { id }: TestMember): Promise<number> {
  const planted = await server.db
    .insertInto('passkey')
    .values({
      member_id: id,
      credential_id: randomBytes(32).toString('base64url'),
      public_key: randomBytes(77),
      sign_count: 0n,
      transports: ['internal'],
      label: 'telephone of ottilie',
      created_at: server.clock.wallNow(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return planted.id
}

const BANK = { amount: '100', bank_code: 'TESTNATIONAL', bank_no: 'TEST-9876-5432' }

async function toBank(server: TestServer, as: TestMember): Promise<number> {
  const proof = await stepUp(server, as, 'bank_withdraw', BANK)
  const request = { ...BANK, real_name: 'Ottilie Owner', proof }
  return ok(await server.call(requestBankWithdrawal, request, { as })).id
}

const SAVED = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

async function saveAddress(server: TestServer, as: TestMember): Promise<number> {
  const proof = await stepUp(server, as, 'address_add', { address: SAVED })
  const request = { address: SAVED, name: 'vault of ottilie', proof }
  return ok(await server.call(addAddress, request, { as })).id
}

async function marksOf(
  server: TestServer,
  as: TestMember,
  { owned, keys }: { owned: Owned; keys: { read: Keys; trade: Keys } },
): Promise<string[]> {
  const info = ok(await server.call(readProfile, {}, { as }))
  const coin = ok(await server.call(listWithdrawals, {}, { as })).list
  const bank = ok(await server.call(listBankWithdrawals, {}, { as })).list
  return [
    as.mail,
    info.account_number,
    info.mobile.slice(-8),
    info.extension_code,
    'ottilie',
    'Ottilie',
    SAVED,
    '5432',
    ...[...coin, ...bank].map((each) => each.order_no),
    ...[keys.read, keys.trade].flatMap(({ key, secret }) => [key, secret]),
    owned.front,
    owned.reverse,
    owned.voucher,
    owned.challengeId,
    owned.quoteId,
  ]
}

async function expiredToken(server: TestServer): Promise<string> {
  const late = await server.join('late@example.test')
  const expires_at = new Date(server.clock.wallNow().getTime() - 1000)
  await server.db
    .updateTable('session')
    .set({ expires_at })
    .where('member_id', '=', late.id)
    .execute()
  return late.token
}

async function loggedOutToken(server: TestServer): Promise<string> {
  const gone = await server.join('gone@example.test')
  ok(await server.call(readProfile, {}, { as: gone }))
  ok(await server.call(logOut, {}, { as: gone }))
  return gone.token
}

async function hireAll(server: TestServer): Promise<Record<Role, TestOperator>> {
  const hired: Partial<Record<Role, TestOperator>> = {}
  for (const role of roles) hired[role] = await hire(server, role, [role])
  return hired as Record<Role, TestOperator>
}
