import type { Response } from '@btbc/contract/endpoint.ts'
import type { listOnlineDeposits, listPaymentMethods } from '@btbc/contract/gateway.ts'
import type { GatewayPath } from '@btbc/contract/gateway-path.ts'
import { ALL_STATES, statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { languageTags } from '@btbc/contract/format-text.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { formatAmount, plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'
import type { GatewayOrder, GatewayPlatform } from '@btbc/database/tables.ts'

import type { Gateway } from '#payment-provider/gateway.ts'
import {
  agreedRate,
  coverableUnits,
  rateOf,
  isGatewayOpen,
  refuseOutside,
  refuseTooMany,
  refuseUnproved,
  reserveWorth,
} from '#modules/rail/index.ts'
import { lockMember } from '#modules/account/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'

import { MINUTE_MS } from '#platform/durations.ts'

import { FIRST_ASK_MS, refuseUnpaidMany } from './gateway.ask.ts'
import { type GatewayRemark, remarkText } from './gateway.remark.ts'
import { gatewayStates } from './gateway.states.ts'

/** Deposits through the payment gateway, as a member asks for them and sees them. */

const PAY_WITHIN_MS = 30 * MINUTE_MS
/** The same request again within this time is the same request. */
const REPLAY_MS = 10_000
const ORDER_BYTES = 12

type Platforms = Response<typeof listPaymentMethods>
type Deposits = Response<typeof listOnlineDeposits>

export async function listPlatforms(
  tx: Tx,
  { isThere, now }: { isThere: boolean; now: Date },
): Promise<Platforms> {
  const rate = await rateOf(tx, 'gateway', now)
  const rows = await tx
    .selectFrom('gateway_platform')
    .selectAll()
    .where('is_enabled', '=', true)
    .orderBy('position')
    .execute()
  return {
    open: isThere && (await isGatewayOpen(tx, now)),
    rate,
    left: await coverableUnits(tx, rate, now),
    platforms: rows.map((row) => ({
      api: row.path as GatewayPath,
      code: row.code,
      name: row.name,
      min: row.min,
      max: row.max,
      asks_account: row.asks_account,
    })),
  }
}

export type DepositRequest = {
  memberId: number
  path: GatewayPath
  amount: bigint | undefined
  /** As it was shown. */
  rate: bigint | undefined
  payType: string | undefined
  platform: string | undefined
  account: string | undefined
  /** Where the app of this member is: the way back. */
  origin: string
  language: Language
  from: CallerAddress
  random: (bytes: number) => Buffer
  now: Date
  wallNow: Date
}

/** Takes a request, reserves its worth, and answers where to pay. */
export async function openDeposit(
  tx: Tx,
  gateway: Gateway | undefined,
  request: DepositRequest,
): Promise<string> {
  if (!gateway) throw new Refusal('gateway_unavailable')
  if (!(await isGatewayOpen(tx, request.now))) throw new Refusal('rail_closed')
  const platform = await findPlatform(tx, request)
  const { amount } = request
  if (amount === undefined) throw new Refusal('recharge_amount_required')
  refuseOutside(platform, amount)
  const account = platform.asks_account ? request.account?.replaceAll(/\s/g, '') : undefined
  if (platform.asks_account && !account) throw new Refusal('recharge_account_required')
  await lockMember(tx, request.memberId)
  const rate = await agreedRate(tx, 'gateway', { shown: request.rate, now: request.now })
  const asked = { platform, amount, account, rate }
  const order = (await findRepeated(tx, request, asked)) ?? (await addOrder(tx, request, asked))
  const open = { ...order, amount, account: account ?? null, name: platform.name }
  return payUrl(gateway, open, request)
}

type OpenOrder = Pick<Selectable<GatewayOrder>, 'order_no' | 'amount' | 'account' | 'expires_at'>

function payUrl(
  gateway: Gateway,
  order: OpenOrder & { name: string },
  { origin, language }: { origin: string; language: Language },
): string {
  return gateway.checkoutUrl({
    order: order.order_no,
    amount: formatAmount(order.amount),
    method: order.name,
    account: order.account ?? '',
    language: languageTags[language],
    returnUrl: `${origin}/BankRecharge`,
    expiresAt: order.expires_at.toISOString(),
  })
}

type Platform = Selectable<GatewayPlatform>

async function findPlatform(
  tx: Tx,
  { path, platform }: { path: GatewayPath; platform: string | undefined },
): Promise<Platform> {
  const found = await tx
    .selectFrom('gateway_platform')
    .selectAll()
    .where('path', '=', path)
    .where('is_enabled', '=', true)
    .$if(platform !== undefined, (query) => query.where('code', '=', platform ?? ''))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new Refusal('payment_method_unknown')
  return found
}

type Asked = { platform: Platform; amount: bigint; account: string | undefined; rate: bigint }

async function findRepeated(tx: Tx, request: DepositRequest, asked: Asked) {
  return await tx
    .selectFrom('gateway_order')
    .select(['order_no', 'expires_at'])
    .where('member_id', '=', request.memberId)
    .where('state', '=', 'pending')
    .where('created_at', '>', new Date(request.now.getTime() - REPLAY_MS))
    .where('platform', '=', asked.platform.code)
    .where('amount', '=', asked.amount)
    .where('rate', '=', asked.rate)
    .where('account', 'is not distinct from', asked.account ?? null)
    .where('pay_type', 'is not distinct from', request.payType ?? null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function addOrder(
  tx: Tx,
  request: DepositRequest,
  { platform, amount, account, rate }: Asked,
) {
  const { memberId, now, wallNow } = request
  await refuseUnproved(tx, memberId)
  await refuseTooMany(tx, 'gateway_order', memberId)
  await refuseUnpaidMany(tx, memberId, now)
  const orderNo = `G${request.random(ORDER_BYTES).toString('hex').toUpperCase()}`
  const { id } = await tx
    .insertInto('gateway_order')
    .values({
      order_no: orderNo,
      member_id: memberId,
      platform: platform.code,
      pay_type: request.payType ?? null,
      account: account ?? null,
      amount,
      rate,
      reserved: 0n,
      state: 'pending',
      created_at: now,
      expires_at: new Date(now.getTime() + PAY_WITHIN_MS),
      ask_at: new Date(wallNow.getTime() + FIRST_ASK_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const deposit = { rail: 'gateway', id, memberId, orderNo } as const
  const reserved = await reserveWorth(tx, deposit, { ...request, units: amount, rate })
  return await tx
    .updateTable('gateway_order')
    .set({ reserved })
    .where('id', '=', id)
    .returning(['order_no', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** The member's deposits through the gateway, newest first; `status` in the numbers of this list. */
export async function listDeposits(
  tx: Tx,
  gateway: Gateway | undefined,
  request: {
    memberId: number
    status: number
    page: number
    limit: number
    language: Language
    origin: string
  },
): Promise<Deposits> {
  const { memberId, page, limit } = request
  const states = statesOf('recharge_list', request.status).filter(gatewayStates.has)
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const shown = tx
    .selectFrom('gateway_order')
    .where('member_id', '=', memberId)
    .selectAll('gateway_order')
    .select((row) =>
      row
        .selectFrom('gateway_platform')
        .select('name')
        .whereRef('code', '=', 'gateway_order.platform')
        .$asScalar()
        .$notNull()
        .as('name'),
    )
    .orderBy('id', 'desc')
  const among = request.status === ALL_STATES ? undefined : eachOf('state', states)
  const { rows, total } = await readPage(tx, shown, request, { key: 'id', among })
  return {
    list: rows.map((row) => ({
      ...describe(row, request.language),
      ...(gateway && row.state === 'pending' ? { pay_url: payUrl(gateway, row, request) } : {}),
    })),
    total,
    page,
    limit,
  }
}

function describe(
  row: Selectable<GatewayOrder> & { name: string },
  language: Language,
): Deposits['list'][number] {
  const { state } = row
  // What was paid counts, once something was; before that, what was asked for.
  const amount = row.received > 0n ? row.received : row.amount
  return {
    id: row.id,
    status: statusNumber('recharge_list', state),
    state,
    amount,
    fee: 0n,
    net: amount,
    currency: currencies.BANK.id,
    currency_name: currencies.BANK.code,
    bank: row.name,
    order_no: row.order_no,
    created_at: row.created_at,
    remark: remarkText(
      state === 'processing' ? 'short' : (row.remark as GatewayRemark | null),
      language,
      {
        asked: plainAmount(row.amount),
        received: plainAmount(row.received),
      },
    ),
    next: nextOf(row),
  }
}

function nextOf(row: Selectable<GatewayOrder>): Deposits['list'][number]['next'] {
  if (row.state === 'pending') return { who: 'member', by: row.expires_at }
  if (row.state === 'processing') return { who: 'operator', by: null }
  return { who: 'nobody', by: null }
}

/** USDT units reserved for gateway deposits that were asked for. */
export async function sumGatewayPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(reserved), 0) as sum
    from gateway_order where state in ('pending', 'processing')`.execute(tx)
  return rows[0]?.sum ?? 0n
}
