import type { CallName } from '@btbc/contract/calls.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { currencies } from '@btbc/money/currency.ts'

import { OUTSIDE } from '#testing/withdrawals.ts'

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
const TERMS = { price: '7.2', min: '100', max: '1000', ways: ['bank'] }
const DOCUMENT = { name: 'Eve', card_id: 'TEST-1111' }

export const memberRows: Readonly<Record<CallName, MemberRow>> = {
  // Coming and going
  requestCode: open,
  verifyCode: open,
  registerMember: open,
  logIn: open,
  resetPassword: open,
  rememberInvite: open,
  lookAround: open,
  logOut: own,
  changePassword: own,
  listSessions: own,
  revokeSession: byId('sessionId', 'session_not_found'),

  // The member
  readProfile: own,
  readStanding: own,
  verifyAddress: own,
  addInvite: own,
  // Articles belong to everybody.
  markNoticeRead: own,
  markWelcomeSeen: own,
  agreeTerms: { who: 'member', ask: { version: 1 } },
  setLanguage: own,
  submitIdentity: {
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
  readIdentity: own,
  drawSampleDocument: own,

  readHome: own,

  // Mining. Models of the shop belong to everybody.
  readLaunches: own,
  readTeam: own,
  startRun: own,
  startMachine: byId('machineId', 'machine_not_found'),
  listMachines: own,
  listModels: own,
  buyMachine: own,
  buyLaunches: own,
  readOutput: own,
  readWithdrawable: own,
  synchroniseOutput: own,
  claimOutput: {
    who: 'member',
    ask: { amount: '1' },
    unverified: 'claim_needs_identity',
  },
  listRecords: own,

  // The lock plan
  listLocks: own,
  openLock: own,
  readLockExit: byId('lockId', 'lock_not_found'),
  exitLock: byId('lockId', 'lock_not_found'),

  // Funds. What is on offer belongs to everybody.
  listFundOffers: own,
  listFunds: own,
  buyFund: own,
  payFund: byId('fundId', 'fund_not_found'),
  releaseFund: byId('fundId', 'fund_not_found'),
  readCalendar: byId('lockId', 'lock_not_found', { kind: 'lock' }),
  listContracts: own,
  listRenewals: own,
  renewContract: byId('lockId', 'lock_not_found', { kind: 'lock', income: '1', from_earn: '1' }),
  leaveContract: byId('fundId', 'fund_not_found', { kind: 'fund' }),
  saveCalendar: byId('fundId', 'fund_not_found', { kind: 'fund' }),

  // Points
  readCheckIn: own,
  checkIn: own,
  readPointRate: own,
  exchangePoints: own,

  // Red packets belong to whoever knows the code.
  receivePacket: own,
  listPackets: own,

  // Campaigns belong to everybody.
  readCampaign: own,
  listCampaigns: own,
  readDraw: open,
  claimCampaignPrize: own,

  // Wallets
  listWallets: own,
  transferCoins: own,
  readStatement: { who: 'member', ask: WALLET },
  explainBalance: { who: 'member', ask: WALLET },
  listCoins: own,

  // Deposits
  readDepositAddress: { who: 'member', ask: { currency: currencies.USDT.id } },
  readCoin: { who: 'member', ask: { currency: currencies.USDT.id } },
  requestTestCoins: own,
  listDeposits: own,
  listPaymentMethods: own,
  depositOnline: own,
  depositByMobile: own,
  depositByCard: own,
  listOnlineDeposits: own,
  readBankDetails: own,
  listBankDeposits: own,
  requestCredit: {
    who: 'member',
    foreign: {
      ask: ({ voucher }) => ({ currency: 32, account: '4000123', amount: '20', img: voucher }),
      absent: { currency: 32, account: '4000123', amount: '20', img: UPLOAD_NOT_THERE },
      told: 'upload_not_found',
    },
  },

  // Where a seller would be paid
  listPayees: own,
  addPayee: own,
  removePayee: byId('payeeId', 'payee_not_found'),

  // Withdrawals
  readWithdrawalTerms: { who: 'member', ask: { type: 'USDT' } },
  quoteWithdrawal: own,
  requestWithdrawal: {
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
  requestWithdrawalBySymbol: {
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
  cancelWithdrawal: byId('coinWithdrawalId', 'withdrawal_not_found'),
  listWithdrawals: own,
  listAddresses: own,
  addAddress: own,
  removeAddress: byId('addressId', 'saved_address_not_found'),
  listPayableBanks: own,
  readBankWithdrawalTerms: own,
  requestBankWithdrawal: { who: 'member', ask: TO_BANK, unverified: 'identity_required' },
  cancelBankWithdrawal: byId('bankWithdrawalId', 'withdrawal_not_found'),
  listBankWithdrawals: own,

  // Selling USDT
  applyToSell: { who: 'member', ask: {}, unverified: 'identity_required' },
  readSeller: own,
  listOffers: own,
  addOffer: own,
  editOffer: byId('offerId', 'offer_not_found', TERMS),
  pauseOffer: byId('offerId', 'offer_not_found', { paused: true }),
  stockOffer: byId('offerId', 'offer_not_found', { change: '1' }),

  // Buying USDT. A deal is its buyer's and its seller's.
  quoteDeal: own,
  openDeal: own,
  listDeals: own,
  listSales: own,
  readDeal: byId('dealId', 'deal_not_found'),
  cancelDeal: byId('dealId', 'deal_not_found'),
  payDeal: byId('dealId', 'deal_not_found'),
  confirmDeal: byId('dealId', 'deal_not_found'),
  cancelDealTogether: byId('dealId', 'deal_not_found'),
  disputeDeal: byId('dealId', 'deal_not_found', { reason: 'Not me' }),
  sendDealMessage: byId('dealId', 'deal_not_found', { text: 'Hello' }),
  readDealPicture: byId('dealId', 'deal_not_found', { pic: UPLOAD_NOT_THERE }),
  rateDeal: byId('dealId', 'deal_not_found', { up: true }),
  blockMember: byId('dealId', 'deal_not_found', { blocked: true }),
  listBlocked: own,

  // Notices
  listOwnNotices: own,
  markOwnNoticesRead: own,
  noticeSettings: own,
  addPushDevice: own,
  removePushDevice: own,

  // Feedback
  addFeedback: own,
  listFeedback: own,
  readFeedback: byId('feedbackId', 'feedback_not_found'),
  replyFeedback: byId('feedbackId', 'feedback_not_found', { content: 'More' }),
  markFeedbackRead: byId('feedbackId', 'feedback_not_found'),

  // Exchange
  listMarkets: open,
  listCandles: open,
  listTrades: open,
  readSimulation: open,
  listReferenceCandles: open,
  readTicket: { who: 'member', ask: ORDER },
  placeBuy: own,
  placeSell: own,
  listOpenBuys: own,
  listOpenSells: own,
  listEndedOrders: own,
  listOwnTrades: own,
  cancelAllOrders: own,
  cancelOrder: byId('orderId', 'order_not_found', { type: 'in' }),

  // Security
  createApiKey: own,
  listApiKeys: own,
  revokeApiKey: byId('apiKeyId', 'api_key_not_found'),
  listApiKeyUses: own,
  readSecurity: own,
  beginStepUp: own,
  proveStepUp: {
    who: 'member',
    foreign: {
      ask: ({ challengeId }) => ({ challenge_id: challengeId, method: 'passkey' }),
      absent: { challenge_id: 'not-there', method: 'passkey' },
      told: 'step_up_invalid',
    },
  },
  beginAuthenticator: own,
  confirmAuthenticator: own,
  removeAuthenticator: own,
  listPasskeys: own,
  beginPasskey: own,
  finishPasskey: own,
  removePasskey: {
    who: 'member',
    foreign: {
      ask: ({ passkeyId }) => ({ id: passkeyId }),
      absent: { id: NOT_THERE },
      told: 'passkey_not_found',
      stepUp: { action: 'passkey_remove', fields: ['id'] },
    },
  },
  beginPasskeyLogin: open,
  logInByPasskey: open,
  renewRecoveryCodes: own,
  setFundPin: own,
  removeFundPin: own,
  setPhrase: own,
  requestContactCode: own,
  changeContact: own,
  freezeAccount: own,
  unfreezeAccount: own,
  keepToKnown: own,
  stopKeepingToKnown: own,
  requestConfirmationCode: own,

  // Proofs
  readMyProof: own,
  readMyLines: own,

  // For everybody
  listArticles: { who: 'anyone', ask: { c_id: 4 } },
  readArticle: open,
  readHomeContent: open,
  listCountries: open,
  readSolvency: open,
  readTerms: open,
  listAttestations: open,
  readAttestation: open,
  askNodeOfHouse: {
    who: 'anyone',
    ask: { questions: [{ method: 'eth_chainId', params: [] }] },
  },
  readFirstPage: open,
}
