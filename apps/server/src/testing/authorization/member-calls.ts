import { calls, type CallName } from '@btbc/contract/calls.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { currencies } from '@btbc/money/currency.ts'

import { OUTSIDE } from '#testing/withdrawals.ts'

import { listed } from './listed.ts'
import type { Owned } from './people.ts'

/**
 * Who may call what. Every call of the contract is its caller's own, a member's, and names nothing of
 * anybody, unless it stands here, written by hand: when a stranger may ask it, or when it names
 * something that belongs to a member, with what another member is told who names it.
 */
export type MemberRow = {
  who: 'anyone' | 'member'
  /** A request that is well formed, where an empty one is not; for a gate, one that reaches it. */
  ask?: Asked
  /** What a member is told whose identity nobody has accepted. */
  unverified?: RefusalCode
  foreign?: Foreign
}

type Asked = Readonly<Record<string, unknown>>
type Foreign = {
  /** How another member would ask with what is the owner's. */
  ask: (owned: Owned) => Asked
  /** The same of something that does not exist. */
  absent: Asked
  told: RefusalCode
  /** Asked with a fresh proof of the caller's own, bound to these fields. */
  stepUp?: { action: StepUpAction; fields: readonly string[] }
  /** Asked by a member without an identity: the other one has no more need to. */
  as?: 'fresh'
}

const forAnyone = listed<CallName, 'anyone'>(calls, [
  ['anyone', 'requestCode verifyCode registerMember logIn resetPassword rememberInvite lookAround'],
  ['anyone', 'beginPasskeyLogin logInByPasskey readTerms readFirstPage readHomeContent'],
  ['anyone', 'listMarkets listCandles listTrades readSimulation listReferenceCandles readDraw'],
  ['anyone', 'listArticles readArticle listCountries'],
  ['anyone', 'readSolvency listAttestations readAttestation askNodeOfHouse'],
])

const TO_OUTSIDE = { currency: currencies.USDT.id, address: OUTSIDE, number: '50' }
const TO_OUTSIDE_BY_SYMBOL = { type: 'USDT', address: OUTSIDE, amount: '50' }
const TO_BANK = { amount: '50', bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }
const WALLET = { wallet: 'change', currency: currencies.USDT.id }
const CREDIT = { currency: 32, account: '4000123', amount: '20' }
const DOCUMENT = { name: 'Eve', card_id: 'TEST-1111' }

const asks: Partial<Record<CallName, Asked>> = {
  agreeTerms: { version: 1 },
  claimOutput: { amount: '1' },
  readStatement: WALLET,
  explainBalance: WALLET,
  readDepositAddress: { currency: currencies.USDT.id },
  readCoin: { currency: currencies.USDT.id },
  readWithdrawalTerms: { type: 'USDT' },
  requestWithdrawal: TO_OUTSIDE,
  requestWithdrawalBySymbol: TO_OUTSIDE_BY_SYMBOL,
  requestBankWithdrawal: { ...TO_BANK, real_name: 'A' },
  readOrderForm: { currency_id: currencies.BTC.id },
  listArticles: { c_id: 4 },
  askNodeOfHouse: { questions: [{ method: 'eth_chainId', params: [] }] },
}

const unverified = listed<CallName, RefusalCode>(calls, [
  ['claim_needs_identity', 'claimOutput'],
  ['identity_required', 'requestWithdrawal requestWithdrawalBySymbol requestBankWithdrawal'],
  ['identity_required', 'applyToSell'],
])

type ForeignRows = Partial<Record<CallName, Foreign>>

const NOT_THERE = 2_147_483_647
const UPLOAD_NOT_THERE = 'x'.repeat(32)

/** Calls that name one thing of a member's by its `id`, each with what else it has to say. */
function byId(
  owned: keyof Owned,
  told: RefusalCode,
  named: Partial<Record<CallName, Asked>>,
): ForeignRows {
  const rows = Object.entries(named).map(([name, more]): [string, Foreign] => [
    name,
    { ask: (all) => ({ id: all[owned], ...more }), absent: { id: NOT_THERE, ...more }, told },
  ])
  return Object.fromEntries(rows)
}

const foreign: ForeignRows = {
  ...byId('sessionId', 'session_not_found', { revokeSession: {} }),
  ...byId('machineId', 'machine_not_found', { startMachine: {} }),
  ...byId('lockId', 'lock_not_found', {
    readLockExit: {},
    exitLock: {},
    readCalendar: { kind: 'lock' },
    renewContract: { kind: 'lock', income: '1', from_earn: '1' },
  }),
  ...byId('fundId', 'fund_not_found', {
    payFund: {},
    releaseFund: {},
    leaveContract: { kind: 'fund' },
    saveCalendar: { kind: 'fund' },
  }),
  ...byId('payeeId', 'payee_not_found', { removePayee: {} }),
  ...byId('coinWithdrawalId', 'withdrawal_not_found', { cancelWithdrawal: {} }),
  ...byId('bankWithdrawalId', 'withdrawal_not_found', { cancelBankWithdrawal: {} }),
  ...byId('addressId', 'saved_address_not_found', { removeAddress: {} }),
  ...byId('offerId', 'offer_not_found', {
    editOffer: { price: '7.2', min: '100', max: '1000', ways: ['bank'] },
    pauseOffer: { paused: true },
    stockOffer: { change: '1' },
  }),
  // A deal is its buyer's and its seller's.
  ...byId('dealId', 'deal_not_found', {
    readDeal: {},
    cancelDeal: {},
    payDeal: {},
    confirmDeal: {},
    cancelDealTogether: {},
    disputeDeal: { reason: 'Not me' },
    sendDealMessage: { text: 'Hello' },
    readDealPicture: { pic: UPLOAD_NOT_THERE },
    rateDeal: { up: true },
    blockMember: { blocked: true },
  }),
  ...byId('feedbackId', 'feedback_not_found', {
    readFeedback: {},
    replyFeedback: { content: 'More' },
    markFeedbackRead: {},
  }),
  ...byId('orderId', 'order_not_found', { cancelOrder: { type: 'in' } }),
  ...byId('apiKeyId', 'api_key_not_found', { revokeApiKey: {} }),
  submitIdentity: {
    ask: ({ front, reverse }) => ({ ...DOCUMENT, front_pic: front, reverse_pic: reverse }),
    absent: {
      ...DOCUMENT,
      front_pic: UPLOAD_NOT_THERE,
      reverse_pic: UPLOAD_NOT_THERE.toUpperCase(),
    },
    told: 'upload_not_found',
    as: 'fresh',
  },
  requestCredit: {
    ask: ({ voucher }) => ({ ...CREDIT, img: voucher }),
    absent: { ...CREDIT, img: UPLOAD_NOT_THERE },
    told: 'upload_not_found',
  },
  requestWithdrawal: {
    ask: ({ quoteId }) => ({ ...TO_OUTSIDE, quote_id: quoteId }),
    absent: { ...TO_OUTSIDE, quote_id: 'not-there' },
    told: 'quote_expired',
    stepUp: { action: 'withdraw', fields: ['currency', 'address', 'number'] },
  },
  requestWithdrawalBySymbol: {
    ask: ({ olderQuoteId }) => ({ ...TO_OUTSIDE_BY_SYMBOL, quote_id: olderQuoteId }),
    absent: { ...TO_OUTSIDE_BY_SYMBOL, quote_id: 'not-there' },
    told: 'quote_expired',
    stepUp: { action: 'withdraw', fields: ['type', 'address', 'amount'] },
  },
  addFeedback: {
    ask: ({ picture }) => ({ content: 'A picture', pics: [picture] }),
    absent: { content: 'A picture', pics: [UPLOAD_NOT_THERE] },
    told: 'upload_not_found',
  },
  requestConfirmationCode: {
    ask: ({ challengeId }) => ({ challenge_id: challengeId }),
    absent: { challenge_id: 'not-there' },
    told: 'step_up_invalid',
  },
  proveStepUp: {
    ask: ({ challengeId }) => ({ challenge_id: challengeId, method: 'passkey' }),
    absent: { challenge_id: 'not-there', method: 'passkey' },
    told: 'step_up_invalid',
  },
  removePasskey: {
    ask: ({ passkeyId }) => ({ id: passkeyId }),
    absent: { id: NOT_THERE },
    told: 'passkey_not_found',
    stepUp: { action: 'passkey_remove', fields: ['id'] },
  },
}

/** Fields of a request that name a thing. */
const NAMES = /^(id|ids|\w+_id|pics?|\w+_pic|img|endpoint)$/
/** Of them those that name what is everybody's: currencies, countries, trades, parts of the news. */
const CATALOGUE = /^(currency|legal|area_code|c|client|from)_id$/

/** Why calls that name a thing have nothing of another member's to name. */
const harmless = listed<CallName, string>(calls, [
  ['what it names is everybody’s', 'markNoticeRead buyMachine readCampaign readDraw readArticle'],
  ['it is its secret', 'logInByPasskey'],
  ['of what is named, what is the caller’s is changed', 'markOwnNoticesRead removePushDevice'],
  ['a device is whoever’s browser says so', 'addPushDevice'],
])

/** Calls that name a thing, of which nobody has said whose it is. */
export const unsaid = (Object.keys(calls) as CallName[]).filter((name) => {
  const fields = Object.keys(calls[name].request)
  const names = fields.some((field) => NAMES.test(field) && !CATALOGUE.test(field))
  return names && !(name in foreign) && !(name in harmless)
})

export function memberRow(name: CallName): MemberRow {
  const [ask, gate, named] = [asks[name], unverified[name], foreign[name]]
  return {
    who: forAnyone[name] ?? 'member',
    ...(ask && { ask }),
    ...(gate && { unverified: gate }),
    ...(named && { foreign: named }),
  }
}
