import { type ProposalKind, queueNames, type Work } from '@btbc/contract/operator/rights.ts'

import { paths } from '#paths.ts'

/** Where the screens are on which operators do their work. */

type Place = {
  to: string
  search: { id?: number; way?: 'coin_withdrawal'; setting?: string }
  hash?: string
}

/** What is opened instead of a setting that there is. */
export const NEW_MACHINE = 'a new machine'

const at = (to: string): Place => ({ to, search: {} })

export const workPlaces: Readonly<Record<Work, Place>> = {
  identity: at(paths.identity()),
  bank_deposit: at(paths.deposits()),
  bank_withdrawal: at(paths.withdrawals()),
  coin_withdrawal: { to: paths.withdrawals(), search: { way: 'coin_withdrawal' } },
  seller: at(paths.sellers()),
  feedback: at(paths.feedback()),
  campaign_claim: at(paths.claims()),
  dispute: at(paths.disputes()),
  proposal: { ...at(paths.overview()), hash: 'proposals' },
}

const kindPlaces: Readonly<Record<Exclude<ProposalKind, 'case.accept'>, Place>> = {
  'pool.fund': at(paths.pools()),
  'packet.publish': at(paths.packets()),
  'packet.end': at(paths.packets()),
  'campaign.publish': at(paths.campaigns()),
  'member.freeze': at(paths.users()),
  'member.unfreeze': at(paths.users()),
  'factors.remove': at(paths.users()),
  'seller.end': at(paths.users()),
  'airdrop.publish': at(paths.airdrops()),
  'rewards.hold': at(paths.sybil()),
  'rewards.release': at(paths.sybil()),
  'withdrawals.resume': at(paths.overview()),
  'deposits.resume': at(paths.overview()),
  'nonce.replace': at(paths.overview()),
  'deal.decide': at(paths.disputes()),
  'lock.terms': at(paths.earn()),
  'fund.terms': at(paths.earn()),
  'setting.change': at(paths.settings()),
  'setting.withdraw': at(paths.settings()),
  'machine.add': { to: paths.settings(), search: { setting: NEW_MACHINE } },
  'operator.invite': at(paths.operators()),
  'operator.roles': at(paths.operators()),
  'operator.close': at(paths.operators()),
  'contact.change': at(paths.contacts()),
  'contact.withdraw': at(paths.contacts()),
}

/** Kinds about one thing that its screen opens by its number. */
const opened: ReadonlySet<ProposalKind> = new Set([
  'case.accept',
  'member.freeze',
  'member.unfreeze',
  'factors.remove',
  'seller.end',
  'rewards.hold',
  'rewards.release',
  'deal.decide',
])

/** Where all is seen of what a proposal is about. */
export function placeOf({ kind, subject }: { kind: ProposalKind; subject: string }): Place {
  const [name, which] = subject.split(' ')
  const place = kind === 'case.accept' ? placeOfQueue(name) : kindPlaces[kind]
  if (which !== undefined && (kind === 'setting.change' || kind === 'setting.withdraw'))
    return { ...place, search: { setting: which } }
  return opened.has(kind) ? { ...place, search: { ...place.search, id: numberIn(subject) } } : place
}

/** Of a subject such as `campaign 12`. */
export function numberIn(subject: string): number {
  return Number(subject.split(' ')[1])
}

function placeOfQueue(name: string | undefined): Place {
  return workPlaces[queueNames.find((each) => each === name) ?? 'proposal']
}
