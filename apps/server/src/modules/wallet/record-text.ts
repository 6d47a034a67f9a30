import { say, type TextKey } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { EntryKind } from '@btbc/ledger/kinds.ts'

/** Kinds that move money of the house alone: no statement of a member shows them. */
const ofHouse = new Set([
  'genesis.treasury_filled',
  'genesis.pools_funded',
  'pool.funded',
  'referral.promised',
  'referral.lapsed',
  'run.reserved',
  'run.released',
  'deposit.seen',
  'faucet.held',
  'faucet.sent',
  'faucet.returned',
  'rail.reserved',
  'rail.returned',
  'rail.paid_out',
  'withdrawal.confirmed',
  'gas.paid',
  'gas.covered',
  'arrival.booked',
  'mint.settled',
  'lock.reserved',
] as const satisfies readonly Exclude<EntryKind, TextKey<'records'>>[])

type HouseKind = typeof ofHouse extends Set<infer Kind> ? Kind : never

/** What happened, in the member's words: one short line for each kind that a statement can show. */
export function recordText(kind: EntryKind, language: Language): string {
  return isOfHouse(kind) ? kind : say(language, 'records', kind)
}

function isOfHouse(kind: EntryKind): kind is HouseKind {
  return (ofHouse as ReadonlySet<EntryKind>).has(kind)
}
