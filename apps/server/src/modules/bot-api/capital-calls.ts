import type { PaymentState } from '@btbc/contract/payment-state.ts'
import type { Tx } from '@btbc/database/database.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import { type Chain, CONFIRMATIONS } from '#chain/chain.ts'
import { findDeposits, readAddress } from '#modules/deposit/index.ts'
import { type Coin, coins } from '#modules/wallet/index.ts'
import {
  type Seen,
  type WithdrawalTerms,
  type WithdrawalRow,
  confirmationsOf,
  feeOf,
  findNamedWithdrawal,
  findWithdrawals,
  hasCode,
  minimumOf,
  rateOf,
  openWithdrawal,
  termsOfAll,
} from '#modules/withdrawal/index.ts'
import { stoppedCurrencies } from '#modules/stop/stop.ts'
import { sayRemark } from '#platform/remarks.ts'

import { balancesJson } from './account-calls.ts'
import { BotError, botErrors } from './bot-error.ts'
import { ofCapitalRefusal } from './capital-error.ts'
import { readClientId } from './order-calls.ts'
import type { Parameters } from './parameters.ts'
import { amount } from './wire-form.ts'

/** Coins that come and go, as a member's programs ask for them. */

/** There is one network here, and it is a test network. */
const NETWORK = 'TEST'
const ROWS = { min: 1, max: 1000 }
const TIME = { min: 0, max: 8_640_000_000_000_000 }
const OFFSET = { min: 0, max: 1_000_000 }

export type CapitalParts = {
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  chain: Chain | undefined
  now: () => Date
  wallNow: () => Date
  random: (bytes: number) => Buffer
}

export type CapitalCall = (
  parts: CapitalParts,
  request: { memberId: number; keyId: number; parameters: Parameters },
) => Promise<unknown>

/**
 * What the member has of each coin, and how it comes and goes. A withdrawal costs a share of its amount,
 * for which there is no field: `withdrawFee` is what the least amount costs.
 */
export const configuration: CapitalCall = async ({ transact, chain, now }, request) => {
  const { memberId, parameters } = request
  parameters.only([])
  return await transact(async (tx) => {
    const stopped = await stoppedCurrencies(tx)
    const balances = await balancesJson(
      tx,
      memberId,
      coins.map(({ id }) => id),
    )
    const terms = await termsOfAll(
      tx,
      coins.map(({ id }) => id),
      now(),
    )
    return balances.map(({ asset, free, locked }) => {
      const { id: currency } = needCoin(asset)
      const mayCome = chain !== undefined
      const of = terms.get(currency)
      const mayLeave = mayCome && of !== undefined && !stopped.has(currency)
      return {
        coin: asset,
        name: asset,
        free,
        locked,
        freeze: amount(0n),
        withdrawing: amount(0n),
        ipoing: amount(0n),
        ipoable: amount(0n),
        storage: amount(0n),
        isLegalMoney: false,
        trading: true,
        depositAllEnable: mayCome,
        withdrawAllEnable: mayLeave,
        networkList: of ? [networkJson({ asset, terms: of, mayCome, mayLeave })] : [],
      }
    })
  })
}

function networkJson(parts: {
  asset: string
  terms: WithdrawalTerms
  mayCome: boolean
  mayLeave: boolean
}) {
  const { asset, terms, mayCome, mayLeave } = parts
  const least = minimumOf(terms)
  return {
    network: NETWORK,
    name: 'Test network',
    coin: asset,
    isDefault: true,
    depositEnable: mayCome,
    withdrawEnable: mayLeave,
    depositDesc: '',
    withdrawDesc: '',
    specialTips: 'Test funds only: nothing here has real value.',
    specialWithdrawTips: `A withdrawal costs ${rateOf(terms)} % of its amount; withdrawFee is what the least amount costs.`,
    withdrawFee: amount(feeOf(terms, least)),
    withdrawMin: amount(least),
    withdrawIntegerMultiple: amount(1n),
    minConfirm: CONFIRMATIONS,
    unLockConfirm: CONFIRMATIONS,
    addressRegex: '^0x[0-9A-Fa-f]{40}$',
    memoRegex: '',
    resetAddressStatus: false,
    sameAddress: true,
  }
}

/** The ordinary withdrawal, by a key that may; the same withdrawOrderId is the same withdrawal. */
export const withdraw: CapitalCall = async (parts, { memberId, keyId, parameters }) => {
  const names = ['coin', 'network', 'address', 'amount', 'withdrawOrderId']
  parameters.only(names, ['name', 'walletType', 'transactionFeeFlag'])
  const coin = needCoin(parameters.needText('coin'))
  parameters.oneOf('network', [NETWORK])
  const address = parameters.needText('address')
  const units = parameters.needAmount('amount')
  const clientId = readClientId(parameters, 'withdrawOrderId')
  const { transact, chain, now, wallNow, random } = parts
  try {
    const isDone =
      clientId !== undefined && (await transact((tx) => isNamed(tx, memberId, clientId)))
    const isContract = isDone ? false : await hasCode(chain, address)
    const sent = await transact((tx) =>
      openWithdrawal(tx, {
        memberId,
        coin,
        amount: units,
        address,
        chain,
        isContract,
        quoteId: undefined,
        authorization: { by: 'key', keyId, clientId },
        now: now(),
        wallNow: wallNow(),
        random,
      }),
    )
    return { id: sent.draw_no }
  } catch (error) {
    throw ofCapitalRefusal(error)
  }
}

/** Was asked about when it was made: it is answered again although the node may be away by now. */
async function isNamed(tx: Tx, memberId: number, clientId: string): Promise<boolean> {
  return (await findNamedWithdrawal(tx, { memberId, clientId })) !== undefined
}

/** By Binance's numbers: cancelled, awaiting approval, rejected, processing, completed. */
const numbers: Record<PaymentState, number> = {
  cancelled: 1,
  pending: 2,
  rejected: 3,
  approved: 4,
  processing: 4,
  sent: 4,
  done: 6,
}

export const withdrawals: CapitalCall = async ({ transact }, { memberId, parameters }) => {
  parameters.only([...LISTED, 'withdrawOrderId'])
  const status = parameters.int('status', { min: 0, max: 6 })
  const states = (Object.keys(numbers) as PaymentState[]).filter((each) => numbers[each] === status)
  if (status !== undefined && states.length === 0) return []
  const rows = await transact((tx) =>
    findWithdrawals(tx, {
      ...readList(parameters),
      memberId,
      clientId: readClientId(parameters, 'withdrawOrderId'),
      states: status === undefined ? undefined : states,
    }),
  )
  return rows.map(withdrawalJson)
}

function withdrawalJson(row: WithdrawalRow & Seen) {
  const isSettled = row.state === 'done' && row.recipient_id === null
  return {
    id: row.draw_no,
    amount: amount(row.amount - row.fee),
    transactionFee: amount(row.fee),
    coin: currencyCode(row.currency),
    status: numbers[row.state],
    address: row.address,
    txId: row.tx_hash ?? '',
    applyTime: utcText(row.created_at),
    ...(row.ended_at !== null && { completeTime: utcText(row.ended_at) }),
    network: NETWORK,
    transferType: row.recipient_id === null ? 0 : 1,
    ...(row.client_id !== null && { withdrawOrderId: row.client_id }),
    info: sayRemark(row.remark, 'en'),
    confirmNo: isSettled ? CONFIRMATIONS : confirmationsOf(row),
    walletType: 0,
    txKey: '',
  }
}

const CREDITED = 1
const PENDING = 0

export const deposits: CapitalCall = async ({ transact }, { memberId, parameters }) => {
  parameters.only([...LISTED, 'txId'], ['includeSource'])
  const status = parameters.int('status', { min: 0, max: 8 })
  if (status !== undefined && status !== CREDITED && status !== PENDING) return []
  const rows = await transact((tx) =>
    findDeposits(tx, {
      ...readList(parameters),
      memberId,
      isCredited: status === undefined ? undefined : status === CREDITED,
      txHash: parameters.text('txId'),
    }),
  )
  return rows.map((row) => {
    const deep = (row.head ?? 0n) - row.block_number + 1n
    const counted =
      row.state === 'seen' ? Math.max(0, Math.min(Number(deep), CONFIRMATIONS)) : CONFIRMATIONS
    return {
      id: String(row.id),
      amount: amount(row.amount),
      coin: currencyCode(row.currency),
      network: NETWORK,
      status: row.state === 'credited' ? CREDITED : PENDING,
      address: row.address,
      addressTag: '',
      txId: row.tx_hash,
      insertTime: row.seen_at.getTime(),
      transferType: 0,
      confirmTimes: `${counted}/${CONFIRMATIONS}`,
      unlockConfirm: CONFIRMATIONS,
      walletType: 0,
    }
  })
}

/** Where to send a coin. Each member has one address for all of them, which is made when it is first asked for. */
export const depositAddress: CapitalCall = async (parts, { memberId, parameters }) => {
  parameters.only(['coin', 'network'], ['amount'])
  const { id: currencyId, code } = needCoin(parameters.needText('coin'))
  parameters.oneOf('network', [NETWORK])
  const { transact, chain, now } = parts
  if (!chain) throw botErrors.unsupported()
  const address = await transact((tx) =>
    readAddress(tx, { memberId, currencyId, chain, now: now() }),
  )
  return { address, coin: code, tag: '', url: '' }
}

const LISTED = ['coin', 'status', 'startTime', 'endTime', 'offset', 'limit'] as const

function readList(parameters: Parameters) {
  const code = parameters.text('coin')
  const time = (name: string) => {
    const ms = parameters.int(name, TIME)
    return ms === undefined ? undefined : new Date(ms)
  }
  return {
    currency: code === undefined ? undefined : needCoin(code).id,
    from: time('startTime'),
    until: time('endTime'),
    offset: parameters.int('offset', OFFSET) ?? 0,
    limit: parameters.int('limit', ROWS) ?? ROWS.max,
  }
}

function needCoin(code: string): Coin {
  const coin = coins.find((each) => each.code === code)
  if (!coin) throw new BotError(-4018, "We don't have this asset.")
  return coin
}

/** As this API writes moments: `2026-03-01 12:00:00`, in UTC. */
function utcText(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
