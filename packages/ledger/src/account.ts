/** Every account there can be: who owns it, what it is for, how low it may go, and its id. */

import { type CurrencyId, currencies, findCurrency } from '@btbc/money/currency.ts'

export type Wallet = 'change' | 'legal' | 'lever' | 'micro'
export type MemberPurpose = Wallet | 'unclaimed' | 'launches' | 'points'

/** `owner` is a member id, or null for the house. */
export type Account = { owner: number | null; purpose: string; currency: CurrencyId }

const { BTC, USDT, BNB, BTBC, BANK, LAUNCH, POINT, ETH } = currencies
const COINS: readonly CurrencyId[] = [BTC.id, USDT.id, BNB.id, BTBC.id]
/** What is traded: what is on no chain is in Spot alone. */
const TRADED: readonly CurrencyId[] = [...COINS, ETH.id]
const ALL: readonly CurrencyId[] = [...TRADED, LAUNCH.id, POINT.id]

/** The lowest balance of issuance, chain and rails: 1,000,000,000 whole coins of 8 decimals. */
const COINS_CAP = -(10n ** 17n)
/** The same cap for LAUNCH and POINT, which have no decimals. */
const PIECES_CAP = -(10n ** 9n)

type Purpose = { code: number; currencies: readonly CurrencyId[] }

/** A code is part of account ids for ever: never change one, never give one out twice. */
export const memberPurposes: Record<MemberPurpose, Purpose> = {
  change: { code: 1, currencies: TRADED },
  legal: { code: 2, currencies: COINS },
  lever: { code: 3, currencies: COINS },
  micro: { code: 4, currencies: COINS },
  unclaimed: { code: 5, currencies: [BTBC.id] },
  launches: { code: 6, currencies: [LAUNCH.id] },
  points: { code: 7, currencies: [POINT.id] },
}

export const housePurposes = {
  /** The mint: what it is below zero is what exists. Its floor is the maximum supply. */
  issuance: { code: 1, currencies: [BTBC.id, LAUNCH.id, POINT.id, ETH.id] },
  /** Mirror of the custody addresses: below zero by what they hold for the books. */
  chain: { code: 2, currencies: COINS },
  fees: { code: 3, currencies: ALL },
  dust: { code: 4, currencies: ALL },
  suspense: { code: 5, currencies: COINS },
  /** Between the two sides of a batch before batches were net: no entry names it any more, old ones do. */
  clearing: { code: 8, currencies: COINS },
  'rail:bank': { code: 6, currencies: [BANK.id] },
  'rail:gateway': { code: 7, currencies: [BANK.id] },
  /** The other side of the rails: what came in through them, less what went out. */
  'rail:position': { code: 9, currencies: [BANK.id] },
  /** Below zero by the gas that was burnt and neither treasury nor fees have paid for yet. */
  gas: { code: 10, currencies: [BNB.id] },
  /** What of the issuance is on the chain: beside it, so that a mint gives nothing back of the maximum supply. */
  minted: { code: 11, currencies: [BTBC.id] },
  'pool:treasury': { code: 16, currencies: ALL },
  'pool:mining': { code: 17, currencies: [BTBC.id] },
  'pool:welcome': { code: 18, currencies: [BTBC.id, LAUNCH.id] },
  'pool:referral': { code: 19, currencies: [LAUNCH.id] },
  'pool:points': { code: 20, currencies: [BTBC.id, POINT.id] },
  'pool:lock': { code: 21, currencies: [USDT.id] },
  'pool:fund': { code: 22, currencies: [USDT.id] },
  'pool:campaign': { code: 23, currencies: [USDT.id, BTBC.id] },
  'pool:red_packet': { code: 24, currencies: [USDT.id, BTBC.id] },
  'reserve:referral': { code: 64, currencies: [LAUNCH.id] },
  'reserve:machine': { code: 65, currencies: [BTBC.id] },
  'reserve:run': { code: 66, currencies: [BTBC.id] },
  'reserve:rail': { code: 67, currencies: COINS },
  'reserve:lock': { code: 68, currencies: [USDT.id] },
  'reserve:fund': { code: 69, currencies: [USDT.id] },
  'reserve:campaign': { code: 70, currencies: [USDT.id, BTBC.id] },
  'reserve:red_packet': { code: 71, currencies: [USDT.id, BTBC.id] },
  'reserve:points': { code: 72, currencies: [BTBC.id, POINT.id] },
  'reserve:airdrop': { code: 73, currencies: [BTBC.id, LAUNCH.id, POINT.id] },
} as const satisfies Record<string, Purpose>

export type HousePurpose = keyof typeof housePurposes

export function memberAccount(
  memberId: number,
  purpose: MemberPurpose,
  currency: CurrencyId,
): Account {
  return checkAccount({ owner: memberId, purpose, currency })
}

export function houseAccount(purpose: HousePurpose, currency: CurrencyId): Account {
  return checkAccount({ owner: null, purpose, currency })
}

/** Ids below this are the house's. */
export const HOUSE_IDS = 2 ** 20
/** Ids of one purpose; what is left is the currency. */
export const PURPOSE_SHIFT = 2 ** 12
const OWNER_MAX = 2 ** 31 - 1

/** The account's name packed into a number: owner × 2^20 + purpose code × 2^12 + currency. */
export function accountId({ owner, purpose, currency }: Account): number {
  return (owner ?? 0) * HOUSE_IDS + getPurpose(owner, purpose).code * PURPOSE_SHIFT + currency
}

/** The id of a member's account, for those who need many and no account. */
export function memberAccountId(
  memberId: number,
  purpose: MemberPurpose,
  currency: CurrencyId,
): number {
  return memberId * HOUSE_IDS + memberPurposes[purpose].code * PURPOSE_SHIFT + currency
}

/** The account with this id. */
export function accountOf(id: number): Account {
  const owner = Math.floor(id / HOUSE_IDS)
  const code = Math.floor((id % HOUSE_IDS) / PURPOSE_SHIFT)
  const currency = findCurrency(id % PURPOSE_SHIFT)
  const purposes: Record<string, Purpose> = owner === 0 ? housePurposes : memberPurposes
  const purpose = Object.keys(purposes).find((name) => purposes[name]?.code === code)
  if (!purpose || !currency) throw new RangeError(`There is no account ${id}`)
  return { owner: owner === 0 ? null : owner, purpose, currency: currency.id }
}

/** The lowest available balance this account may have. */
export function floorOf({ owner, purpose, currency }: Account): bigint {
  if (owner !== null) return 0n
  const mayBeBelowZero =
    ['issuance', 'chain', 'gas'].includes(purpose) || purpose.startsWith('rail:')
  if (!mayBeBelowZero) return 0n
  return findCurrency(currency)?.scale === 0 ? PIECES_CAP : COINS_CAP
}

/** `house pool:mining BTBC` or `member 7 change USDT`. */
export function describeAccount({ owner, purpose, currency }: Account): string {
  const code = findCurrency(currency)?.code ?? currency
  return `${owner === null ? 'house' : `member ${owner}`} ${purpose} ${code}`
}

function checkAccount(account: Account): Account {
  const { owner, purpose, currency } = account
  if (owner !== null && !(Number.isInteger(owner) && owner > 0 && owner <= OWNER_MAX)) {
    throw new RangeError(`${owner} is not a member id`)
  }
  if (!getPurpose(owner, purpose).currencies.includes(currency)) {
    throw new RangeError(`There is no account "${describeAccount(account)}"`)
  }
  return account
}

function getPurpose(owner: number | null, name: string): Purpose {
  const purposes: Record<string, Purpose> = owner === null ? housePurposes : memberPurposes
  const purpose = purposes[name]
  if (!purpose)
    throw new RangeError(`There is no ${owner === null ? 'house' : 'member'} account "${name}"`)
  return purpose
}
