import type { findMembers as findMembersCall } from '@btbc/contract/operator/member.ts'
import { isAllowed, queueRoles } from '@btbc/contract/operator/rights.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { getAddress, isAddress } from 'viem'

import { displayName, possibleMobiles } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { readAddress } from '#network/address.ts'

/**
 * Members by what belongs to them. Each way is one look into an index that ends after a few rows:
 * nobody pages through members, and who asked for what is in the audit log.
 */

type Found = Response<typeof findMembersCall>
type By = Found[number]['by']

const FOUND_MAX = 20
const ID_MAX = 2_147_483_647
const NUMBER = /^\d{1,10}$/
const MAIL_START = /^[^\s@]{3,64}(@\S*)?$/
const NAME = /\p{L}.*\p{L}/u
const TRANSACTION = /^0x[0-9a-f]{64}$/i
const ORDER = /^[0-9A-Z]{8,40}$/i
const OPEN_ORDER = /^\d{1,18}$/
const INVITE_CODE = /^[2-9A-Z]{8}$/i
/** Behind everything that begins with the same text. */
const LAST = '\u{10ffff}'

type Ask = { query: string; caller: OperatorCaller }
type Way = { by: By; find: (tx: Tx, ask: Ask) => Promise<readonly number[]> }

const ways: readonly Way[] = [
  { by: 'number', find: async (_, { query }) => numberIn(query) },
  { by: 'account', find: (tx, { query }) => byColumn(tx, 'account_number', query) },
  { by: 'mail', find: (tx, { query }) => byMail(tx, query) },
  { by: 'phone', find: (tx, { query }) => byPhone(tx, query, 'is not') },
  { by: 'named_phone', find: (tx, { query }) => byPhone(tx, query, 'is') },
  { by: 'code', find: (tx, { query }) => byInviteCode(tx, query) },
  { by: 'name', find: byName },
  { by: 'wallet', find: (tx, { query }) => byWallet(tx, query) },
  { by: 'transaction', find: (tx, { query }) => byTransaction(tx, query) },
  { by: 'order', find: (tx, { query }) => byOrder(tx, query) },
  { by: 'order', find: (tx, { query }) => byOpenOrder(tx, query) },
  { by: 'deal', find: (tx, { query }) => byDeal(tx, query) },
  { by: 'network', find: byNetwork },
]

export async function findMembers(tx: Tx, ask: Ask): Promise<Found> {
  const found = new Map<number, By>()
  for (const { by, find } of ways) {
    for (const id of await find(tx, ask)) if (!found.has(id)) found.set(id, by)
  }
  const ids = [...found.keys()]
  if (ids.length === 0) return []
  const members = await tx
    .selectFrom('member')
    .select(['id', 'mail', 'mobile', 'account_number', 'joined_at'])
    .where('id', 'in', ids)
    .where('is_house', '=', false)
    .execute()
  const shown = new Map(members.map((member) => [member.id, member]))
  return [...found]
    .flatMap(([id, by]) => {
      const member = shown.get(id)
      if (!member) return []
      const { account_number, joined_at } = member
      return [{ id, name: displayName(member), account_number, joined_at, by }]
    })
    .slice(0, FOUND_MAX)
}

function numberIn(query: string): readonly number[] {
  const number = NUMBER.test(query) ? Number(query) : 0
  return number > 0 && number <= ID_MAX ? [number] : []
}

async function byColumn(tx: Tx, column: 'account_number' | 'extension_code', value: string) {
  const rows = await tx.selectFrom('member').select('id').where(column, '=', value).execute()
  return rows.map(({ id }) => id)
}

async function byInviteCode(tx: Tx, query: string): Promise<readonly number[]> {
  return INVITE_CODE.test(query) ? await byColumn(tx, 'extension_code', query.toUpperCase()) : []
}

async function byMail(tx: Tx, query: string): Promise<readonly number[]> {
  if (!MAIL_START.test(query)) return []
  const start = query.toLowerCase()
  const rows = await tx
    .selectFrom('member')
    .select('id')
    .where('mail', '>=', start)
    .where('mail', '<', start + LAST)
    .orderBy('mail')
    .limit(FOUND_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whoever has proved it, or all who name it and have not: it may be the phone of any of them. */
async function byPhone(tx: Tx, query: string, proved: 'is' | 'is not'): Promise<readonly number[]> {
  const mobiles = query.includes('@') ? [] : possibleMobiles(query, {})
  if (mobiles.length === 0) return []
  const rows = await tx
    .selectFrom('member')
    .select('id')
    .where('mobile', 'in', mobiles)
    .where('mobile_proved_at', proved, null)
    .orderBy('id')
    .limit(FOUND_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** Papers are the business of those who decide about them. */
function maySeePapers({ caller }: Ask): boolean {
  return isAllowed(caller.roles, queueRoles.identity)
}

async function byName(tx: Tx, ask: Ask): Promise<readonly number[]> {
  const { query } = ask
  if (!maySeePapers(ask) || !NAME.test(query)) return []
  const name = sql<string>`lower(name)`
  const rows = await tx
    .selectFrom('identity')
    .select('member_id')
    .where('state', '=', 'verified')
    .where(name, '>=', sql<string>`lower(${query})`)
    .where(name, '<', sql<string>`lower(${query}) || ${LAST}`)
    .orderBy(name)
    .limit(FOUND_MAX)
    .execute()
  return rows.map((row) => row.member_id)
}

/** Whose address it is, who has saved it, and who had money sent there. */
async function byWallet(tx: Tx, query: string): Promise<readonly number[]> {
  if (!isAddress(query, { strict: false })) return []
  const address = getAddress(query)
  const { rows } = await sql<{ id: number }>`
    (select member_id as id from deposit_address where address = ${address})
    union (select member_id from saved_address where address = ${address} limit ${FOUND_MAX})
    union (
      select distinct member_id from withdrawal where address = ${address}
      order by member_id limit ${FOUND_MAX}
    ) order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function byTransaction(tx: Tx, query: string): Promise<readonly number[]> {
  if (!TRANSACTION.test(query)) return []
  const hash = query.toLowerCase()
  const { rows } = await sql<{ id: number }>`
    (select distinct member_id as id from deposit where tx_hash = ${hash} limit ${FOUND_MAX})
    union (select member_id from withdrawal where tx_hash = ${hash} limit ${FOUND_MAX})
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** An order of the exchange as long as it is open. */
async function byOpenOrder(tx: Tx, query: string): Promise<readonly number[]> {
  if (!OPEN_ORDER.test(query)) return []
  const rows = await tx
    .selectFrom('exchange_open_order')
    .select('member_id')
    .where('market_id', 'in', (markets) => markets.selectFrom('market_lease').select('market_id'))
    .where('id', '=', BigInt(query))
    .limit(FOUND_MAX)
    .execute()
  return rows.map((row) => row.member_id)
}

async function byOrder(tx: Tx, query: string): Promise<readonly number[]> {
  if (!ORDER.test(query)) return []
  const number = query.toUpperCase()
  const { rows } = await sql<{ id: number }>`
    (select member_id as id from withdrawal where draw_no = ${number})
    union (select member_id from bank_withdrawal where order_no = ${number})
    union (select member_id from bank_deposit where order_no = ${number})
    union (select member_id from gateway_order where order_no = ${number})
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Both sides of it. */
async function byDeal(tx: Tx, query: string): Promise<readonly number[]> {
  const [id] = numberIn(query)
  if (id === undefined) return []
  const deal = await tx
    .selectFrom('deal')
    .select(['buyer_id', 'seller_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return deal ? [deal.buyer_id, deal.seller_id] : []
}

/** Who is logged in from there now: of sessions that have ended no address is kept. */
async function byNetwork(tx: Tx, ask: Ask): Promise<readonly number[]> {
  const address = readAddress(ask.query)
  if (!maySeePapers(ask) || address === undefined) return []
  const rows = await tx
    .selectFrom('session')
    .select('member_id')
    .distinct()
    .where('ip', '=', address)
    .orderBy('member_id')
    .limit(FOUND_MAX)
    .execute()
  return rows.map((row) => row.member_id)
}
