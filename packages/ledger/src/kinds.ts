/**
 * Every kind of entry and the way its money goes. `docs/economy.md` explains each, and a test keeps
 * the two lists the same.
 */
export const entryKinds = {
  'genesis.treasury_filled': 'chain → pool:treasury',
  'genesis.pools_funded': 'issuance, pool:treasury → the pools',
  'genesis.sample_granted': 'pool:treasury → change of the sample members and of house liquidity',
  'pool.funded': 'issuance, pool:treasury or fees → a pool',
  'join.welcomed': 'pool:welcome → change (BTBC) and launches',
  'referral.promised': 'pool:referral → reserve:referral',
  'referral.paid': 'reserve:referral → launches of the inviter',
  'referral.lapsed': 'reserve:referral → pool:referral',
  'launch.bought': 'change (USDT) → fees, issuance (LAUNCH) → launches',
  'launch.used': 'launches → issuance (LAUNCH)',
  'machine.bought': 'change → fees, pool:mining → reserve:machine',
  'gas.paid': 'pool:treasury (BNB) → chain',
  'run.reserved': 'pool:mining and reserve:machine → reserve:run',
  'run.mined': 'reserve:run → unclaimed',
  'run.released': 'reserve:run → pool:mining',
  'mint.settled': 'chain (BTBC) → issuance',
  'reward.claimed': 'unclaimed → change; the fee → fees',
  'order.held': 'change, available ↔ held',
  'trade.settled': 'change → change, fees and dust',
  'deposit.seen': 'chain → suspense',
  'deposit.credited': 'suspense → change',
  'faucet.held': 'pool:treasury, available → held',
  'faucet.sent': 'pool:treasury → chain',
  'faucet.returned': 'pool:treasury, held → available',
  'transfer.own': 'a wallet → another wallet of the same member',
  'rail.reserved': 'pool:treasury → reserve:rail',
  'rail.credited': 'rail:* → rail:position; reserve:rail, pool:treasury → legal',
  'rail.returned': 'reserve:rail → pool:treasury',
  'transfer.internal': 'change → change of another member, and fees when a fee was shown',
  'withdrawal.held': 'change, available → held',
  'withdrawal.sent': 'change, held → suspense',
  'withdrawal.confirmed': 'suspense → chain and fees',
  'withdrawal.returned': 'change, held, or suspense → change, available',
  'bank.held': 'change (USDT), available → held',
  'bank.paid': 'change (USDT), held → pool:treasury and fees',
  'bank.returned': 'change (USDT), held → available',
} as const

export type EntryKind = keyof typeof entryKinds
