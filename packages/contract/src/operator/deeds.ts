import { say } from '#operator/operator-text.ts'
import type { ProposalKind, QueueName } from '#operator/rights.ts'

/** What operators did, in words: the audit log has it by the names of the calls. */

/** What is proposed, but for the cases of the queues. */
export const kindNames: Readonly<Record<Exclude<ProposalKind, 'case.accept'>, string>> = {
  'pool.fund': say('operators.kind.pool.fund'),
  'packet.publish': say('operators.kind.packet.publish'),
  'packet.end': say('operators.kind.packet.end'),
  'campaign.publish': say('operators.kind.campaign.publish'),
  'member.freeze': say('operators.kind.member.freeze'),
  'airdrop.publish': say('operators.kind.airdrop.publish'),
  'member.unfreeze': say('operators.kind.member.unfreeze'),
  'factors.remove': say('operators.kind.factors.remove'),
  'seller.end': say('operators.kind.seller.end'),
  'rewards.hold': say('operators.kind.rewards.hold'),
  'rewards.release': say('operators.kind.rewards.release'),
  'withdrawals.resume': say('operators.kind.withdrawals.resume'),
  'deposits.resume': say('operators.kind.deposits.resume'),
  'nonce.replace': say('operators.kind.nonce.replace'),
  'deal.decide': say('operators.kind.deal.decide'),
  'lock.terms': say('operators.kind.lock.terms'),
  'fund.terms': say('operators.kind.fund.terms'),
  'setting.change': say('operators.kind.setting.change'),
  'setting.withdraw': say('operators.kind.setting.withdraw'),
  'machine.add': say('operators.kind.machine.add'),
  'operator.invite': say('operators.kind.operator.invite'),
  'operator.roles': say('operators.kind.operator.roles'),
  'operator.close': say('operators.kind.operator.close'),
  'contact.change': say('operators.kind.contact.change'),
  'contact.withdraw': say('operators.kind.contact.withdraw'),
}

const deeds: Readonly<Record<string, string>> = {
  members: say('deeds.found'),
  'member.note': say('deeds.note'),
  'member.note.withdraw': say('deeds.noteWithdraw'),
  'member.sessions.end': say('deeds.sessionsEnd'),
  'member.country': say('deeds.country'),
  'member.agent': say('deeds.agent'),
  'member.freeze': say('deeds.freeze'),
  'member.unfreeze': say('deeds.unfreeze'),
  'member.factors.remove': say('deeds.factors'),
  'member.seller.end': say('deeds.sellerEnd'),
  'withdrawals.resume': say('deeds.resume'),
  'case.decide': say('deeds.decide'),
  'case.decide proposed': say('deeds.acceptFirst'),
  'case.decide accepted': say('deeds.accept'),
  'case.decide rejected': say('deeds.reject'),
  'feedback case.decide accepted': say('deeds.answer'),
  'feedback case.decide rejected': say('deeds.close'),
  'case.picture': say('deeds.look'),
  'proposal.decide accept': say('deeds.acceptProposal'),
  'proposal.decide reject': say('deeds.rejectProposal'),
  'proposal.withdraw': say('deeds.takeBack'),
  'dispute.decide': say('deeds.proposeEnd'),
  'dispute.picture': say('deeds.look'),
  'group.hold': say('deeds.hold'),
  'group.release': say('deeds.release'),
  'group.dismiss': say('deeds.dismiss'),
}

type Deed = {
  action: string
  /** Which decision it was, or what came of it. */
  decision: string | null
  /** Of which queue. */
  queue?: string | undefined
}

/** `accepted the proposal`, after a name. */
export function sayDeed({ action, decision, queue = '' }: Deed): string {
  const what = `${action} ${decision}`
  return deeds[`${queue} ${what}`] ?? deeds[what] ?? deeds[action] ?? action
}

const cases = {
  identity: (id: string) => say('deeds.of.identity', { id }),
  bank_deposit: (id: string) => say('deeds.of.bank_deposit', { id }),
  bank_withdrawal: (id: string) => say('deeds.of.bank_withdrawal', { id }),
  coin_withdrawal: (id: string) => say('deeds.of.coin_withdrawal', { id }),
  seller: (id: string) => say('deeds.of.seller', { id }),
  feedback: (id: string) => say('deeds.of.feedback', { id }),
  campaign_claim: (id: string) => say('deeds.of.campaign_claim', { id }),
  deal: (id: string) => say('deeds.of.deal', { id }),
} as const satisfies Record<QueueName | 'deal', (id: string) => string>

/** `Bank deposit 12`, of `bank_deposit 12`; what is no case stands as it is. */
export function saySubject(subject: string): string {
  const [name = '', id = ''] = subject.split(' ')
  return Object.entries(cases).find(([each]) => each === name)?.[1](id) ?? subject
}
