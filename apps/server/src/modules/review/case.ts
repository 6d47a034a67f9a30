import { isAllowed, type QueueName, queueRoles, readers } from '@btbc/contract/operator/rights.ts'
import { Refusal, type RefusalCode } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import * as z from 'zod/mini'

import { displayName, getMember, languageOfMember, languageTags } from '#modules/account/index.ts'

import type { OperatorCaller } from '#modules/operator/index.ts'
import {
  type Decision,
  decideProposal,
  findPending,
  newestProposal,
  PayloadOfCase,
  propose,
  refuseLeaver,
} from './proposal.ts'
import { caseSubject } from './proposal.ending.ts'
import { defineProposal } from './proposal.kind.ts'
import type { CaseDecision, CaseQueue, QueueCase } from './queue.ts'

/** What waits for people, whichever module it comes from. */

const HISTORY_MAX = 50

export type Queues = readonly CaseQueue[]

export async function listCases(
  tx: Tx,
  request: {
    queues: Queues
    queue: QueueName
    show: 'waiting' | 'decided'
    page: number
    limit: number
    caller: OperatorCaller
    now: Date
  },
) {
  const { queues, queue, show, page, limit, caller, now } = request
  const found = await queueOf(queues, queue).list(tx, { show, page, limit })
  const list = []
  for (const each of found.list) list.push(await describeRow(tx, queue, each, { caller, now }))
  return { list, total: found.total, page, limit }
}

async function describeRow(
  tx: Tx,
  queue: QueueName,
  found: QueueCase,
  { caller, now }: { caller: OperatorCaller; now: Date },
) {
  const { title, titleForOthers = title } = found
  const subject = caseSubject(queue, found.id)
  const pending = await findPending(tx, { kind: 'case.accept', subject, now })
  return {
    queue,
    id: found.id,
    state: found.state,
    member_id: found.memberId,
    member: displayName(await getMember(tx, found.memberId)),
    title: decides(caller, queue) ? title : titleForOthers,
    amount: found.amount ?? null,
    currency: found.currency ?? null,
    opened_at: found.openedAt,
    due_at: found.dueAt ?? null,
    proposed: pending !== undefined && found.state === 'waiting',
  }
}

/** Papers are the business of those who decide about them (decision 057). */
function decides({ roles }: OperatorCaller, queue: QueueName): boolean {
  return isAllowed(roles, queueRoles[queue])
}

export async function readCase(
  tx: Tx,
  request: {
    queues: Queues
    queue: QueueName
    id: number
    before: number | undefined
    caller: OperatorCaller
    now: Date
  },
) {
  const { queues, queue, id, before, caller, now } = request
  const line = queueOf(queues, queue)
  const found = await getCase(tx, line, id, before)
  const subject = caseSubject(queue, id)
  const maySee = decides(caller, queue)
  return {
    ...(await describeRow(tx, queue, found, { caller, now })),
    facts: [
      ...found.facts
        .filter(({ forDeciders = false }) => maySee || !forDeciders)
        .map(({ label, value }) => ({ label, value })),
      { label: 'Reads', value: await languageRead(tx, found.memberId) },
    ],
    pictures: found.pictures.map((picture) => ({ ...picture })),
    messages: (found.messages ?? []).map((message) => ({ ...message })),
    more_messages: found.hasMoreMessages ?? false,
    answers: (found.answers ?? []).map((answer) => ({ ...answer })),
    needs_two: line.needsTwo(found),
    decides: maySee,
    after_accept: found.afterAccept,
    after_reject: found.afterReject,
    proposal: await newestProposal(tx, { kind: 'case.accept', subject, caller, now }),
    history: await historyOf(tx, subject),
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Whoever writes to the member knows what they read. */
async function languageRead(tx: Tx, memberId: number): Promise<string> {
  const language = languageOfMember(await getMember(tx, memberId))
  return languageNames.of(languageTags[language]) ?? language
}

/** What the log says of a decision: what came of it, of a case, or else which it was. */
const Decided = z.object({ outcome: z.optional(z.string()), decision: z.optional(z.string()) })

/** What operators did with a subject, newest first. */
export async function historyOf(tx: Tx, subject: string) {
  const rows = await tx
    .selectFrom('operator_audit')
    .innerJoin('operator', 'operator.id', 'operator_audit.operator_id')
    .select(['at', 'operator_id', 'name', 'action', 'reason', 'details'])
    .where('subject', '=', subject)
    .orderBy('position', 'desc')
    .limit(HISTORY_MAX)
    .execute()
  return rows.map(({ operator_id: id, name, details, ...row }) => {
    const { outcome, decision } = Decided.parse(details)
    return { ...row, decision: outcome ?? decision ?? null, operator: { id, name } }
  })
}

export type CaseRequest = Decision & {
  queues: Queues
  queue: QueueName
  /** The proposal that was seen to wait, if any. */
  proposal?: number | undefined
  /** The last message that was seen, if any. */
  message?: number | undefined
}

/** Where two are needed, the first acceptance proposes and the second, by another person, decides. */
export async function decideCase(
  tx: Tx,
  request: CaseRequest,
): Promise<{ outcome: 'accepted' | 'rejected' | 'proposed'; memberId: number }> {
  const { queues, queue, id, decision, caller, now, wallNow, reason, message } = request
  const line = queueOf(queues, queue)
  if (!decides(caller, queue)) throw new Refusal('operator_not_allowed')
  const subject = caseSubject(queue, id)
  // Whoever decides the same case at this moment is waited for, so that what is read here is true.
  await lockNamed(tx, 'case', subject)
  const found = await getCase(tx, line, id)
  if (found.state !== 'waiting') throw new Refusal('case_decided')
  const { memberId } = found
  const pending = await findPending(tx, { kind: 'case.accept', subject, now })
  if (decision === 'accept') refuseUnseen(pending, request)
  if (decision === 'accept' && !pending && line.needsTwo(found)) {
    await proposeAcceptance(tx, { ...request, found, subject })
    return { outcome: 'proposed', memberId }
  }
  if (pending) await decideProposal(tx, { ...request, id: pending.id })
  // An acceptance that one person may give has just had its effect through the proposal.
  if (decision === 'reject' || !pending) {
    const { operatorId } = caller
    await decideIn(line, tx, { id, decision, reason, message, operatorId, now, wallNow })
    await refuseLeaver(tx, caller, queueRoles[queue])
  }
  return { outcome: decision === 'accept' ? 'accepted' : 'rejected', memberId }
}

/** What members read about their own account, as operators read it about a member. */
const ofMember: Partial<Record<RefusalCode, RefusalCode>> = {
  account_frozen: 'member_frozen',
  account_checked: 'member_checked',
}

async function decideIn(line: CaseQueue, tx: Tx, decision: CaseDecision): Promise<void> {
  try {
    await line.decide(tx, decision)
  } catch (error) {
    const code = error instanceof Refusal ? ofMember[error.code] : undefined
    throw code === undefined ? error : new Refusal(code)
  }
}

/** Who meant to be the first of two is not the second unawares. A rejection is the same either way. */
function refuseUnseen(
  pending: { id: number; madeBy: number } | undefined,
  { proposal: seen, caller }: CaseRequest,
): void {
  if (pending?.id === seen) return
  if (pending === undefined) throw new Refusal('proposal_decided')
  const isOwn = pending.madeBy === caller.operatorId
  throw new Refusal(isOwn ? 'proposal_own' : 'proposal_pending')
}

async function proposeAcceptance(
  tx: Tx,
  request: CaseRequest & { found: QueueCase; subject: string },
): Promise<void> {
  const { queue, id, found, subject, reason, caller, now } = request
  const made = await propose(tx, {
    kind: 'case.accept',
    subject,
    payload: { queue, id, member_id: found.memberId },
    summary: `${found.title}: ${found.afterAccept}`,
    reason,
    caller,
    now,
  })
  // One that has run out a moment ago has not been put away yet.
  if (made === undefined) throw new Refusal('proposal_decided')
}

export function caseAcceptance(queues: Queues) {
  return defineProposal({
    kind: 'case.accept',
    payload: PayloadOfCase,
    async apply(tx, { payload: { queue, id }, reason, operatorId, now, wallNow }) {
      const line = queueOf(queues, queue)
      await decideIn(line, tx, { id, decision: 'accept', reason, operatorId, now, wallNow })
    },
  })
}

export async function readPicture(
  tx: Tx,
  request: {
    queues: Queues
    queue: QueueName
    id: number
    picture: string
    caller: OperatorCaller
  },
): Promise<{ type: string; base64: string; memberId: number }> {
  const { queues, queue, id, picture, caller } = request
  const line = queueOf(queues, queue)
  const maySee = [...queueRoles[queue], ...readers.filter((role) => role === 'auditor')]
  if (!isAllowed(caller.roles, maySee)) throw new Refusal('operator_not_allowed')
  const { memberId } = await getCase(tx, line, id)
  const bytes = await line.picture?.(tx, { id, picture })
  if (!bytes) throw new Refusal('picture_not_found')
  return { type: bytes.type, base64: bytes.bytes.toString('base64'), memberId }
}

function queueOf(queues: Queues, name: QueueName): CaseQueue {
  const queue = queues.find((each) => each.name === name)
  if (!queue) throw new Refusal('queue_closed')
  return queue
}

async function getCase(tx: Tx, queue: CaseQueue, id: number, before?: number): Promise<QueueCase> {
  const found = await queue.find(tx, id, before)
  if (!found) throw new Refusal('case_not_found')
  return found
}
