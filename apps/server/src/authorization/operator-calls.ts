import type { OperatorPath } from '@btbc/contract/operator/calls.ts'
import type { QueueName, Role } from '@btbc/contract/operator/rights.ts'

/** Which operator may call what, written by hand. A call of the console without a row does not compile. */

/** `anyone` has no session yet; the others name every role that may. */
type OperatorRow = 'anyone' | readonly Role[]

const ALL: OperatorRow = ['support', 'content', 'finance', 'risk', 'admin', 'auditor']
/** Whoever writes texts has no business with members and their money. */
const READERS: OperatorRow = ['support', 'finance', 'risk', 'admin', 'auditor']
/** An auditor reads and decides nothing. */
const DECIDERS: OperatorRow = ['support', 'finance', 'risk', 'admin']

export const operatorRows: Readonly<Record<OperatorPath, OperatorRow>> = {
  '/login': 'anyone',
  '/logout': ALL,
  '/me': ALL,
  '/sessions': READERS,
  '/sessions/revoke': ALL,
  '/queues': READERS,
  '/cases': READERS,
  '/case': READERS,
  '/case/decide': DECIDERS,
  '/case/picture': READERS,
  '/proposals': READERS,
  '/proposal/decide': DECIDERS,
  '/members': READERS,
  '/member': READERS,
  '/member/unfreeze': ['support', 'risk', 'admin'],
  '/pools': READERS,
  '/pool/fund': ['finance', 'admin'],
  '/overview': READERS,
  '/reconcile': DECIDERS,
  '/withdrawals/resume': ['finance', 'risk', 'admin'],
  '/deposits/resume': ['finance', 'risk', 'admin'],
  '/nonces': READERS,
  '/nonces/replace': ['finance', 'risk', 'admin'],
  '/audit': READERS,
  '/audit/check': READERS,
}

/** Who decides the cases of which queue, and so who sees their pictures besides the auditor. */
export const queueRows: Readonly<Record<QueueName, readonly Role[]>> = {
  identity: ['support', 'risk', 'admin'],
  bank_deposit: ['finance'],
  bank_withdrawal: ['finance'],
  coin_withdrawal: ['finance', 'risk'],
}
