/**
 * Every kind of entry, said once: the way its money goes, who sees it, and under what a member's
 * records list it. Records, their texts and the audit follow from it; `docs/economy.md` explains each
 * kind, and a test keeps the page the same.
 */
export const entryKinds = {
  'genesis.treasury_filled': { flow: 'chain → pool:treasury', shownTo: 'house' },
  'genesis.pools_funded': { flow: 'issuance, pool:treasury → the pools', shownTo: 'house' },
  'genesis.sample_granted': {
    flow: 'pool:treasury → change of the sample members and of house liquidity, legal of Carol and the simulated seller',
    shownTo: 'member',
  },
  'market.issued': { flow: 'issuance → pool:treasury', shownTo: 'house' },
  'pool.funded': { flow: 'issuance, pool:treasury or fees → a pool', shownTo: 'house' },
  'join.welcomed': {
    flow: 'pool:welcome → change (BTBC) and launches',
    shownTo: 'member',
    category: 'income',
  },
  'referral.promised': { flow: 'pool:referral → reserve:referral', shownTo: 'house' },
  'referral.paid': { flow: 'reserve:referral → launches of the inviter', shownTo: 'member' },
  'referral.lapsed': { flow: 'reserve:referral → pool:referral', shownTo: 'house' },
  'launch.bought': {
    flow: 'change (USDT) → fees, issuance (LAUNCH) → launches',
    shownTo: 'member',
  },
  'launch.used': { flow: 'launches → issuance (LAUNCH)', shownTo: 'member' },
  'machine.bought': {
    flow: 'change → fees, pool:mining → reserve:machine',
    shownTo: 'member',
    category: 'income',
  },
  'gas.paid': { flow: 'gas → chain', shownTo: 'house' },
  'gas.covered': { flow: 'pool:treasury or fees (BNB) → gas', shownTo: 'house' },
  'run.reserved': { flow: 'pool:mining and reserve:machine → reserve:run', shownTo: 'house' },
  'run.mined': { flow: 'reserve:run → unclaimed', shownTo: 'member', category: 'income' },
  'run.released': { flow: 'reserve:run → pool:mining', shownTo: 'house' },
  'mint.settled': { flow: 'chain (BTBC) → minted', shownTo: 'house' },
  'mint.carried': { flow: 'issuance (BTBC) → minted', shownTo: 'house' },
  'reward.claimed': {
    flow: 'unclaimed → change; the fee → fees',
    shownTo: 'member',
    category: 'income',
  },
  'order.held': { flow: 'change, available ↔ held', shownTo: 'member' },
  'trade.settled': {
    flow: 'change → change, fees and dust',
    shownTo: 'member',
    category: 'trades',
  },
  'deposit.seen': { flow: 'chain → suspense', shownTo: 'house' },
  'deposit.credited': { flow: 'suspense → change', shownTo: 'member', category: 'deposits' },
  'arrival.booked': { flow: 'chain → suspense', shownTo: 'house' },
  'faucet.held': { flow: 'pool:treasury, available → held', shownTo: 'house' },
  'faucet.sent': { flow: 'pool:treasury → chain', shownTo: 'house' },
  'faucet.returned': { flow: 'pool:treasury, held → available', shownTo: 'house' },
  'transfer.own': { flow: 'a wallet → another wallet of the same member', shownTo: 'member' },
  'rail.reserved': { flow: 'pool:treasury → reserve:rail', shownTo: 'house' },
  'rail.credited': {
    flow: 'rail:* → rail:position; reserve:rail, pool:treasury → legal',
    shownTo: 'member',
    category: 'deposits',
  },
  'rail.returned': { flow: 'reserve:rail → pool:treasury', shownTo: 'house' },
  'rail.paid_out': { flow: 'rail:position → rail:bank', shownTo: 'house' },
  'transfer.internal': {
    flow: 'change → change of another member, and fees when a fee was shown',
    shownTo: 'member',
    category: 'between members',
  },
  'withdrawal.held': { flow: 'change, available → held', shownTo: 'member' },
  'withdrawal.sent': {
    flow: 'change, held → suspense',
    shownTo: 'member',
    category: 'withdrawals',
  },
  'withdrawal.confirmed': { flow: 'suspense → chain and fees', shownTo: 'house' },
  'withdrawal.returned': {
    flow: 'change, held, or suspense → change, available',
    shownTo: 'member',
    category: 'withdrawals',
  },
  'bank.held': { flow: 'change (USDT), available → held', shownTo: 'member' },
  'bank.paid': {
    flow: 'change (USDT), held → pool:treasury and fees',
    shownTo: 'member',
    category: 'withdrawals',
  },
  'bank.returned': { flow: 'change (USDT), held → available', shownTo: 'member' },
  'lock.reserved': { flow: 'pool:lock → reserve:lock', shownTo: 'house' },
  'lock.opened': { flow: 'change (USDT), available → held', shownTo: 'member' },
  'lock.paid': { flow: 'reserve:lock → lever', shownTo: 'member', category: 'income' },
  'lock.closed': { flow: 'change (USDT), held → lever', shownTo: 'member' },
  'lock.exited': {
    flow: 'change (USDT), held → lever; reserve:lock → pool:lock',
    shownTo: 'member',
  },
  'fund.reserved': { flow: 'pool:fund → reserve:fund', shownTo: 'house' },
  'fund.released': { flow: 'reserve:fund → pool:fund', shownTo: 'house' },
  'fund.opened': { flow: 'change (USDT), available → held', shownTo: 'member' },
  'fund.closed': {
    flow: 'change (USDT), held → lever; reserve:fund → lever',
    shownTo: 'member',
    category: 'income',
  },
  'check_in.given': {
    flow: 'pool:points → points; pool:points (BTBC) → reserve:points',
    shownTo: 'member',
    category: 'income',
  },
  'points.exchanged': {
    flow: 'points → issuance (POINT); reserve:points (BTBC) → micro',
    shownTo: 'member',
    category: 'income',
  },
  'offer.stocked': { flow: 'legal (USDT), available → held', shownTo: 'member' },
  'offer.unstocked': { flow: 'legal (USDT), held → available', shownTo: 'member' },
  'packet.reserved': { flow: 'pool:red_packet → reserve:red_packet', shownTo: 'house' },
  'packet.paid': { flow: 'reserve:red_packet → micro', shownTo: 'member', category: 'income' },
  'packet.returned': { flow: 'reserve:red_packet → pool:red_packet', shownTo: 'house' },
  'campaign.reserved': { flow: 'pool:campaign → reserve:campaign', shownTo: 'house' },
  'campaign.paid': { flow: 'reserve:campaign → micro', shownTo: 'member', category: 'income' },
  'campaign.returned': { flow: 'reserve:campaign → pool:campaign', shownTo: 'house' },
  'airdrop.reserved': { flow: 'a pool → reserve:airdrop', shownTo: 'house' },
  'airdrop.paid': {
    flow: 'reserve:airdrop → launches, points or micro; what points are worth → reserve:points',
    shownTo: 'member',
    category: 'income',
  },
  'airdrop.returned': { flow: 'reserve:airdrop → the pool', shownTo: 'house' },
  'deal.released': {
    flow: 'legal (USDT) of the seller, held → legal of the buyer',
    shownTo: 'member',
    category: 'between members',
  },
  'deal.split': {
    flow: 'legal (USDT) of the seller, held → legal of the buyer',
    shownTo: 'member',
    category: 'between members',
  },
} as const satisfies Readonly<Record<string, KindOfEntry>>

type KindOfEntry = {
  /** From which accounts to which, in words; `ways.ts` says it move by move. */
  flow: string
  /** No balance of a member changes by what moves money of the house alone. */
  shownTo: 'member' | 'house'
  /** What has none is only in the list of all. */
  category?: RecordCategory
}

/** What is between members came in for one and went out for the other. */
export type RecordCategory = 'deposits' | 'income' | 'withdrawals' | 'between members' | 'trades'

export type EntryKind = keyof typeof entryKinds

/** Those that a member's statement can show. */
export type MemberKind = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind]['shownTo'] extends 'member' ? Kind : never
}[EntryKind]

export function isShownToMember(kind: EntryKind): kind is MemberKind {
  return entryKinds[kind].shownTo === 'member'
}

export function kindsIn(category: RecordCategory): EntryKind[] {
  const all: [string, KindOfEntry][] = Object.entries(entryKinds)
  return all.flatMap(([kind, about]) => (about.category === category ? [kind as EntryKind] : []))
}
