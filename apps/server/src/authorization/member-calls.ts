import type { CallPath } from '@btbc/contract/calls.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { currencies } from '@btbc/money/currency.ts'

import { OUTSIDE } from '#modules/withdrawal/testing.ts'

import type { Owned } from './people.ts'

/**
 * Who may call what, written by hand. A call of the contract without a row does not compile.
 *
 * A new call: `open` when a stranger may ask it, `own` when it is about the caller and names nothing.
 * When it names something that belongs to a member, add `foreign`: how another member would ask with
 * the owner's, and what they are told, which must be what they are told of something that is not there.
 */
export type MemberRow = {
  who: 'anyone' | 'member'
  /** A request that is well formed, where an empty one is not; for a gate, one that reaches it. */
  ask?: Readonly<Record<string, unknown>>
  /** What a member is told whose identity nobody has accepted. */
  unverified?: RefusalCode
  foreign?: {
    ask: (owned: Owned) => Readonly<Record<string, unknown>>
    /** The same of something that does not exist. */
    absent: Readonly<Record<string, unknown>>
    told: RefusalCode
    /** Asked with a fresh proof of the caller's own, bound to these fields. */
    stepUp?: { action: StepUpAction; fields: readonly string[] }
    /** Asked by a member without an identity: the other one has no more need to. */
    as?: 'fresh'
  }
}

const NOT_THERE = 2_147_483_647
const UPLOAD_NOT_THERE = 'x'.repeat(32)
const open: MemberRow = { who: 'anyone' }
const own: MemberRow = { who: 'member' }

/** A call that names one thing of the member's by its id. */
function byId(name: keyof Owned, told: RefusalCode, more: object = {}): MemberRow {
  return {
    who: 'member',
    foreign: {
      ask: (owned) => ({ id: owned[name], ...more }),
      absent: { id: NOT_THERE, ...more },
      told,
    },
  }
}

const TO_OUTSIDE = { currency: currencies.USDT.id, address: OUTSIDE, number: '50' }
const TO_BANK = {
  amount: '50',
  bank_code: 'TESTNATIONAL',
  bank_no: 'TEST-0001-2345',
  real_name: 'A',
}
const WALLET = { wallet: 'change', currency: currencies.USDT.id }
const ORDER = { currency_id: currencies.BTC.id }
const DOCUMENT = { name: 'Eve', card_id: 'TEST-1111' }

export const memberRows: Readonly<Record<CallPath, MemberRow>> = {
  // Coming and going
  '/sms_mail': open,
  '/user/check_email': open,
  '/user/register': open,
  '/user/login': open,
  '/user/forget': open,
  '/user/visit': open,
  '/user/look_around': open,
  '/user/logout': own,
  '/user/password': own,
  '/user/sessions': own,
  '/user/sessions/revoke': byId('sessionId', 'session_not_found'),

  // The member
  '/user/info': own,
  '/user/center': own,
  '/user/verify': own,
  '/user/extension_code': own,
  // Articles belong to everybody.
  '/user/notices_read': own,
  '/user/welcome_seen': own,
  '/user/language': own,
  '/user/real_name': {
    who: 'member',
    foreign: {
      ask: ({ front, reverse }) => ({ ...DOCUMENT, front_pic: front, reverse_pic: reverse }),
      absent: {
        ...DOCUMENT,
        front_pic: UPLOAD_NOT_THERE,
        reverse_pic: UPLOAD_NOT_THERE.toUpperCase(),
      },
      told: 'upload_not_found',
      as: 'fresh',
    },
  },
  '/user/real_name/status': own,
  '/user/real_name/sample': own,

  // Mining. Models of the shop belong to everybody.
  '/machine/get_free_times': own,
  '/machine/team': own,
  '/machine/start_all': own,
  '/machine/start': byId('machineId', 'machine_not_found'),
  '/machine/my': own,
  '/machine/list': own,
  '/machine/buy': own,
  '/machine/buy_times': own,
  '/machine/has_reward': own,
  '/machine/real_amount': own,
  '/machine/synchronise': own,
  '/machine/reward': {
    who: 'member',
    ask: { amount: '1' },
    unverified: 'claim_needs_identity',
  },
  '/charge_mention/log': own,

  // The lock plan
  '/lock/index': own,
  '/lock/buy': own,
  '/lock/exit_info': byId('lockId', 'lock_not_found'),
  '/lock/exit': byId('lockId', 'lock_not_found'),

  // Funds. What is on offer belongs to everybody.
  '/fund/category': own,
  '/fund/list': own,
  '/fund/buy': own,

  // Wallets
  '/wallet/list': own,
  '/wallet/change': own,
  '/wallet/statement': { who: 'member', ask: WALLET },
  '/wallet/explain': { who: 'member', ask: WALLET },
  '/currency/user_currency_list': own,

  // Deposits
  '/wallet/get_in_address': { who: 'member', ask: { currency: currencies.USDT.id } },
  '/wallet/get_info': { who: 'member', ask: { currency: currencies.USDT.id } },
  '/wallet/faucet': own,
  '/pay/coin_recharge_list': own,
  '/pay/platforms': own,
  '/pay/recharge': own,
  '/pay/bkash': own,
  '/pay/card': own,
  '/pay/recharge_list': own,
  '/pay/bank_details': own,
  '/pay/bank_recharge_list': own,
  '/wallet/charge_req': {
    who: 'member',
    foreign: {
      ask: ({ voucher }) => ({ currency: 32, account: '4000123', amount: '20', img: voucher }),
      absent: { currency: 32, account: '4000123', amount: '20', img: UPLOAD_NOT_THERE },
      told: 'upload_not_found',
    },
  },

  // Withdrawals
  '/machine/withdraw_info': { who: 'member', ask: { type: 'USDT' } },
  '/wallet/quote_out': own,
  '/wallet/out': {
    who: 'member',
    ask: TO_OUTSIDE,
    unverified: 'identity_required',
    foreign: {
      ask: ({ quoteId }) => ({ ...TO_OUTSIDE, quote_id: quoteId }),
      absent: { ...TO_OUTSIDE, quote_id: 'not-there' },
      told: 'quote_expired',
      stepUp: { action: 'withdraw', fields: ['currency', 'address', 'number'] },
    },
  },
  '/machine/withdraw': {
    who: 'member',
    ask: { type: 'USDT', address: OUTSIDE, amount: '50' },
    unverified: 'identity_required',
    foreign: {
      ask: ({ olderQuoteId: quote_id }) => ({
        type: 'USDT',
        address: OUTSIDE,
        amount: '50',
        quote_id,
      }),
      absent: { type: 'USDT', address: OUTSIDE, amount: '50', quote_id: 'not-there' },
      told: 'quote_expired',
      stepUp: { action: 'withdraw', fields: ['type', 'address', 'amount'] },
    },
  },
  '/wallet/out_cancel': byId('coinWithdrawalId', 'withdrawal_not_found'),
  '/pay/coin_withdraw_list': own,
  '/wallet/address_book': own,
  '/wallet/address_add': own,
  '/wallet/address_remove': byId('addressId', 'saved_address_not_found'),
  '/pay/bank': own,
  '/pay/withdraw_info': own,
  '/pay/withdraw': { who: 'member', ask: TO_BANK, unverified: 'identity_required' },
  '/pay/withdraw_cancel': byId('bankWithdrawalId', 'withdrawal_not_found'),
  '/pay/withdraw_list': own,

  // Exchange
  '/currency/quotation_new': open,
  '/market/candles': open,
  '/market/trades': open,
  '/market/simulation': open,
  '/market/reference': open,
  '/transaction/deal': { who: 'member', ask: ORDER },
  '/transaction/in': own,
  '/transaction/out': own,
  '/transaction_in': own,
  '/transaction_out': own,
  '/transaction_complete': own,
  '/transaction_trades': own,
  '/transaction_del_all': own,
  '/transaction_del': byId('orderId', 'order_not_found', { type: 'in' }),

  // Security
  '/security/api_key': own,
  '/security/api_keys': own,
  '/security/api_key/revoke': byId('apiKeyId', 'api_key_not_found'),
  '/security/api_key/log': own,
  '/security/state': own,
  '/security/step_up': own,
  '/security/step_up/prove': {
    who: 'member',
    foreign: {
      ask: ({ challengeId }) => ({ challenge_id: challengeId, method: 'passkey' }),
      absent: { challenge_id: 'not-there', method: 'passkey' },
      told: 'step_up_invalid',
    },
  },
  '/security/totp/begin': own,
  '/security/totp/confirm': own,
  '/security/totp/remove': own,
  '/security/passkeys': own,
  '/security/passkey/begin': own,
  '/security/passkey/finish': own,
  '/security/passkey/remove': {
    who: 'member',
    foreign: {
      ask: ({ passkeyId }) => ({ id: passkeyId }),
      absent: { id: NOT_THERE },
      told: 'passkey_not_found',
      stepUp: { action: 'passkey_remove', fields: ['id'] },
    },
  },
  '/security/recovery_codes': own,
  '/security/fund_pin': own,
  '/security/fund_pin/remove': own,
  '/security/phrase': own,
  '/security/contact/code': own,
  '/security/contact': own,
  '/security/freeze': own,
  '/security/unfreeze': own,
  '/pay/check_mobile': own,

  // For everybody
  '/news/list': { who: 'anyone', ask: { c_id: 4 } },
  '/news/detail': open,
  '/content/home': open,
  '/countries': open,
  '/solvency': open,
  '/first_page': open,
}
