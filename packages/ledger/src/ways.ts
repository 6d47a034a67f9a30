/** Which way money goes in each kind of entry, and whether the entries went it. */

import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  HOUSE_IDS,
  type HousePurpose,
  housePurposes,
  type MemberPurpose,
  memberPurposes,
} from '#account.ts'
import { auditRule, type Finding, readAll } from '#audit.ts'
import type { EntryKind } from '#kinds.ts'

/** An account of a member is one of the entry's own member, unless it says `other`. */
type Purse = HousePurpose | MemberPurpose | `other ${MemberPurpose}`
type Side = Purse | `${Purse} held`
type Way = readonly [from: Side, to: Side]

const wallets = ['change', 'legal', 'lever', 'micro'] as const satisfies readonly MemberPurpose[]
const pools = [
  'pool:mining',
  'pool:welcome',
  'pool:referral',
  'pool:points',
  'pool:lock',
  'pool:fund',
  'pool:campaign',
  'pool:red_packet',
] as const satisfies readonly HousePurpose[]
/** Those that airdrops are given from. */
const givingPools = ['pool:welcome', 'pool:referral', 'pool:points', 'pool:campaign'] as const

/** What `flow` of a kind says, move by move. A batch of the exchange is net and has no moves any more. */
const ways: Readonly<Record<EntryKind, readonly Way[]>> = {
  'genesis.treasury_filled': [['chain', 'pool:treasury']],
  'genesis.pools_funded': between(['issuance', 'pool:treasury'], ['pool:treasury', ...pools]),
  'genesis.sample_granted': between(['pool:treasury'], ['change', 'legal']),
  'market.issued': [['issuance', 'pool:treasury']],
  'pool.funded': [
    ...between(['issuance', 'pool:treasury', 'fees'], pools),
    ['fees', 'pool:treasury'],
  ],
  'join.welcomed': between(['pool:welcome'], ['change', 'launches']),
  'referral.promised': [['pool:referral', 'reserve:referral']],
  'referral.paid': [['reserve:referral', 'launches']],
  'referral.lapsed': [['reserve:referral', 'pool:referral']],
  'launch.bought': [
    ['change', 'fees'],
    ['issuance', 'launches'],
  ],
  'launch.used': [['launches', 'issuance']],
  'machine.bought': [
    ['change', 'fees'],
    ['pool:mining', 'reserve:machine'],
  ],
  'gas.paid': [
    ['gas', 'chain'],
    // Before gas had an account of its own.
    ['pool:treasury', 'chain'],
  ],
  'gas.covered': between(['pool:treasury', 'fees'], ['gas']),
  'run.reserved': between(['pool:mining', 'reserve:machine'], ['reserve:run']),
  'run.mined': [['reserve:run', 'unclaimed']],
  'run.released': [['reserve:run', 'pool:mining']],
  'mint.settled': [
    ['chain', 'minted'],
    // Before there was an account of what is minted.
    ['chain', 'issuance'],
  ],
  'mint.carried': [['issuance', 'minted']],
  'reward.claimed': [
    ['unclaimed', 'change'],
    ['unclaimed', 'fees'],
    ['change', 'fees'],
  ],
  'order.held': [
    ['other change', 'other change held'],
    ['other change held', 'other change'],
  ],
  // What batches did before they were net.
  'trade.settled': [
    ...between(['other change', 'other change held'], ['clearing']),
    ...between(['clearing'], ['other change', 'other change held', 'fees', 'dust']),
  ],
  'deposit.seen': [['chain', 'suspense']],
  'deposit.credited': [['suspense', 'change']],
  'arrival.booked': [['chain', 'suspense']],
  'faucet.held': [['pool:treasury', 'pool:treasury held']],
  'faucet.sent': [['pool:treasury held', 'chain']],
  'faucet.returned': [['pool:treasury held', 'pool:treasury']],
  'transfer.own': between(wallets, wallets),
  'rail.reserved': [['pool:treasury', 'reserve:rail']],
  'rail.credited': [
    ...between(['rail:bank', 'rail:gateway'], ['rail:position']),
    ...between(['reserve:rail', 'pool:treasury'], ['legal']),
    ['reserve:rail', 'pool:treasury'],
  ],
  'rail.returned': [['reserve:rail', 'pool:treasury']],
  'rail.paid_out': [['rail:position', 'rail:bank']],
  'transfer.internal': between(['change'], ['other change', 'fees']),
  'withdrawal.held': [['change', 'change held']],
  'withdrawal.sent': [['change held', 'suspense']],
  'withdrawal.confirmed': between(['suspense'], ['chain', 'fees']),
  'withdrawal.returned': between(['change held', 'suspense'], ['change']),
  'bank.held': [['change', 'change held']],
  'bank.paid': between(['change held'], ['pool:treasury', 'fees']),
  'bank.returned': [['change held', 'change']],
  'lock.reserved': [['pool:lock', 'reserve:lock']],
  'lock.opened': [['change', 'change held']],
  'lock.paid': [['reserve:lock', 'lever']],
  'lock.closed': [['change held', 'lever']],
  'lock.exited': [
    ['change held', 'lever'],
    ['reserve:lock', 'pool:lock'],
  ],
  'fund.reserved': [['pool:fund', 'reserve:fund']],
  'fund.released': [['reserve:fund', 'pool:fund']],
  'fund.opened': [['change', 'change held']],
  'fund.closed': between(['change held', 'reserve:fund'], ['lever']),
  'check_in.given': between(['pool:points'], ['points', 'reserve:points']),
  'points.exchanged': [
    ['points', 'issuance'],
    ['reserve:points', 'micro'],
  ],
  'offer.stocked': [['legal', 'legal held']],
  'offer.unstocked': [['legal held', 'legal']],
  'packet.reserved': [['pool:red_packet', 'reserve:red_packet']],
  'packet.paid': [['reserve:red_packet', 'micro']],
  'packet.returned': [['reserve:red_packet', 'pool:red_packet']],
  'campaign.reserved': [['pool:campaign', 'reserve:campaign']],
  'campaign.paid': [['reserve:campaign', 'micro']],
  'campaign.returned': [['reserve:campaign', 'pool:campaign']],
  'airdrop.reserved': between(givingPools, ['reserve:airdrop']),
  'airdrop.paid': between(['reserve:airdrop'], ['launches', 'points', 'micro', 'reserve:points']),
  'airdrop.returned': between(['reserve:airdrop'], givingPools),
  'deal.released': [['other legal held', 'legal']],
  'deal.split': [['other legal held', 'legal']],
}

/**
 * Whether every move went a way of its kind, and to or from whom the entry is about (I25). A purpose and
 * its owner stand in the account's id, so that no account is looked up; the entries are read once.
 */
export async function auditWays(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    const moves = await auditRule(tx, 'I25 every move goes a way of its kind', wrongMoves())
    const rule = 'I25 a batch of the exchange moves what is between members, fees and dust'
    return [...moves, ...(await auditRule(tx, rule, wrongLines))]
  })
}

/** Each way as one text, which are looked up by a hash: compared one by one they would take twenty times as long. */
function wrongMoves(): RawBuilder<unknown> {
  const all = Object.entries(ways).flatMap(([kind, each]) =>
    each.map(([from, to]) => `${kind} ${codeOf(from) * TAKERS + codeOf(to)}`),
  )
  return sql`
    select move.to_account as account, format('entry %s, %s (%s): %s from account %s (%s) to account %s (%s)',
      entry.id, entry.key, entry.kind, move.amount, move.from_account, move.from_part,
      move.to_account, move.to_part) as detail
    from ledger_move move join ledger_entry entry on entry.id = move.entry_id
    where entry.kind || ' ' || (${codeIn('from')}) * ${sql.lit(TAKERS)} + (${codeIn('to')})
      <> all (${all}::text[])
    order by entry.id`
}

/** A net entry says how much each has more or less: those of the house only get, and nothing is new. */
const wrongLines = sql`
  select line.account, format('entry %s, %s (%s): account %s, %s and %s', entry.id, entry.key, entry.kind,
    line.account, line.available, line.held) as detail
  from ledger_net net join ledger_entry entry on entry.id = net.entry_id
  cross join unnest(net.accounts, net.available, net.held) as line (account, available, held)
  cross join lateral (
    select ((line.account >> 12) & 255)::integer as code, line.account >= ${sql.lit(HOUSE_IDS)} as is_member
  ) side
  where not case entry.kind
    when 'order.held' then is_member and code = ${sql.lit(memberPurposes.change.code)}
      and line.available + line.held = 0
    when 'trade.settled' then case when is_member then code = ${sql.lit(memberPurposes.change.code)}
      else code in (${sql.lit(housePurposes.fees.code)}, ${sql.lit(housePurposes.dust.code)})
        and line.available > 0 and line.held = 0 end
    else false end
  order by entry.id`

/** A side as one number: the purpose, and whose it is, and which part. */
const OF_MEMBER = 256
const OF_OTHER = 512
const HELD = 1024
const TAKERS = 2048

function codeOf(side: Side): number {
  const isHeld = side.endsWith(' held')
  const purse = isHeld ? side.slice(0, -' held'.length) : side
  const isOther = purse.startsWith('other ')
  const purpose = isOther ? purse.slice('other '.length) : purse
  const of = isMembers(purpose) ? (isOther ? OF_OTHER : OF_MEMBER) : 0
  return codeOfPurpose(purpose) + of + (isHeld ? HELD : 0)
}

/** The same in SQL, of a move and its entry. */
function codeIn(end: 'from' | 'to'): RawBuilder<number> {
  const account = sql.ref(`move.${end}_account`)
  const part = sql.ref(`move.${end}_part`)
  return sql`((${account} >> 12) & 255)::integer
    + case when ${account} < ${sql.lit(HOUSE_IDS)} then 0
      when ${account} >> 20 = entry.member_id then ${sql.lit(OF_MEMBER)}
      else ${sql.lit(OF_OTHER)} end
    + case ${part} when 'held' then ${sql.lit(HELD)} else 0 end`
}

function codeOfPurpose(purpose: string): number {
  const purposes: Readonly<Record<string, { code: number }>> = isMembers(purpose)
    ? memberPurposes
    : housePurposes
  const found = purposes[purpose]
  if (!found) throw new RangeError(`There is no purpose ${purpose}`)
  return found.code
}

function isMembers(purpose: string): purpose is MemberPurpose {
  return purpose in memberPurposes
}

/** From each of these to each of those. */
function between(from: readonly Side[], to: readonly Side[]): Way[] {
  return from.flatMap((giver) =>
    to.filter((taker) => taker !== giver).map((taker): Way => [giver, taker]),
  )
}
