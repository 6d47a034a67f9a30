import { say } from '@btbc/contract/operator/operator-text.ts'
import {
  type ProposalKind,
  proposalRoles,
  queueNames,
  queueRoles,
} from '@btbc/contract/operator/rights.ts'

import { type Column, Table } from '#shell/Table.tsx'

type Right = { what: string; who: string }

const kinds: Readonly<Record<Exclude<ProposalKind, 'case.accept'>, string>> = {
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

const rights: readonly Right[] = [
  ...queueNames.map((queue) => ({
    what: say('operators.decides', { queue: queue.replaceAll('_', ' ') }),
    who: queueRoles[queue].join(', '),
  })),
  ...(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
    what: say('operators.proposes', { kind: kinds[kind] }),
    who: proposalRoles[kind].join(', '),
  })),
]

const columns: Column<Right>[] = [
  { id: 'what', header: say('operators.right'), accessorFn: (row) => row.what },
  { id: 'who', header: say('operators.who'), accessorFn: (row) => row.who },
]

/** Who may do what: the very table that the server goes by. */
export function RightsTable() {
  return <Table caption={say('operators.rights')} columns={columns} rows={rights} empty="" />
}
