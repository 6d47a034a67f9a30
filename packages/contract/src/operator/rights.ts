/** Who may do what: the one table that the server keeps and the console shows. */

export const roles = ['support', 'content', 'finance', 'risk', 'admin', 'auditor'] as const
export type Role = (typeof roles)[number]

/** What waits for people. */
export const queueNames = [
  'identity',
  'bank_deposit',
  'bank_withdrawal',
  'coin_withdrawal',
  'seller',
  'feedback',
  'campaign_claim',
] as const
export type QueueName = (typeof queueNames)[number]
/** All that somebody of the house has to do. */
export const works = [...queueNames, 'dispute', 'proposal'] as const
export type Work = (typeof works)[number]
/** How soon, the first first: promised for earlier, promised for soon, not yet, and nothing at all. */
export const urgencies = ['late', 'soon', 'waits', 'none'] as const
export type Urgency = (typeof urgencies)[number]

/** What takes two people: one proposes, another accepts. */
export const proposalKinds = [
  'case.accept',
  'pool.fund',
  'packet.publish',
  'packet.end',
  'campaign.publish',
  'member.freeze',
  'airdrop.publish',
  'member.unfreeze',
  'factors.remove',
  'seller.end',
  'rewards.hold',
  'rewards.release',
  'withdrawals.resume',
  'deposits.resume',
  'nonce.replace',
  'deal.decide',
  'lock.terms',
  'fund.terms',
  'setting.change',
  'setting.withdraw',
  'machine.add',
  'operator.invite',
  'operator.roles',
  'operator.close',
  'contact.change',
  'contact.withdraw',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** Who decides the cases of a queue. An auditor and the others of the house read them. */
export const queueRoles: Readonly<Record<QueueName, readonly Role[]>> = {
  identity: ['support', 'risk', 'admin'],
  bank_deposit: ['finance'],
  bank_withdrawal: ['finance'],
  coin_withdrawal: ['finance', 'risk'],
  seller: ['support', 'risk', 'admin'],
  feedback: ['support', 'admin'],
  campaign_claim: ['support', 'risk', 'admin'],
}

/** Who proposes and who accepts. A case is proposed and accepted by those who decide its queue. */
export const proposalRoles: Readonly<
  Record<Exclude<ProposalKind, 'case.accept'>, readonly Role[]>
> = {
  'pool.fund': ['finance', 'admin'],
  'packet.publish': ['finance', 'admin'],
  'packet.end': ['finance', 'admin'],
  'campaign.publish': ['finance', 'admin'],
  'member.freeze': ['support', 'risk', 'admin'],
  'airdrop.publish': ['finance', 'admin'],
  'member.unfreeze': ['support', 'risk', 'admin'],
  'factors.remove': ['support', 'risk', 'admin'],
  'seller.end': ['support', 'risk', 'admin'],
  'rewards.hold': ['support', 'risk', 'admin'],
  'rewards.release': ['support', 'risk', 'admin'],
  'withdrawals.resume': ['finance', 'risk', 'admin'],
  'deposits.resume': ['finance', 'risk', 'admin'],
  'nonce.replace': ['finance', 'risk', 'admin'],
  'deal.decide': ['support', 'risk', 'admin'],
  'lock.terms': ['finance', 'admin'],
  'fund.terms': ['finance', 'admin'],
  'setting.change': ['finance', 'admin'],
  'setting.withdraw': ['finance', 'admin'],
  'machine.add': ['finance', 'admin'],
  'operator.invite': ['risk', 'admin'],
  'operator.roles': ['risk', 'admin'],
  'operator.close': ['risk', 'admin'],
  'contact.change': ['support', 'content', 'admin'],
  'contact.withdraw': ['support', 'content', 'admin'],
}

export const everyone: readonly Role[] = [...roles]
/** Who says what members read. */
export const writers: readonly Role[] = ['content', 'admin']
/** Who sees members and their money: all but who writes texts. */
export const readers: readonly Role[] = ['support', 'finance', 'risk', 'admin', 'auditor']

export function isAllowed(held: readonly Role[], needed: readonly Role[]): boolean {
  return needed.some((role) => held.includes(role))
}
/** Whoever decides anything about members at all; what exactly, the tables above say. */
export const deciders: readonly Role[] = ['support', 'finance', 'risk', 'admin']
/** Whoever accepts any kind of proposal. */
export const accepters: readonly Role[] = [...deciders, 'content']
