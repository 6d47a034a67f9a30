import type {
  listDisputes as listDisputesCall,
  readDispute,
} from '@btbc/contract/operator/dispute.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { mulDiv, plainAmount } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { displayName, getMember, languageOfMember } from '#modules/account/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal, findPending, historyOf, newestProposal } from '#modules/review/index.ts'

import { endDeal } from './deal.end.ts'
import { listMessages } from './deal.messages.ts'
import { evidenceOf } from './deal.read.ts'
import { type DealRow, decisionAbout, sideNamed } from './deal.ts'

/**
 * Disputes: one operator proposes which part of the escrow the buyer gets, another accepts it. Until
 * then it stays where it is, unless the two sides finish or cancel after all.
 */

const ALL = 100n
/** The last ones say how somebody deals; a seller may have made any number, and is looked at again and again. */
const RECORD_DEALS = 500

type Disputes = Response<typeof listDisputesCall>
type Dispute = Response<typeof readDispute>

export async function listDisputes(
  tx: Tx,
  request: { show: 'waiting' | 'decided'; page: number; limit: number; now: Date },
): Promise<Disputes> {
  const { show, page, limit, now } = request
  const all = tx.selectFrom('deal').selectAll()
  const shown =
    show === 'waiting'
      ? all.where('state', '=', sql.lit('disputed')).orderBy('disputed_at').orderBy('id')
      : all
          .where('disputed_at', 'is not', null)
          .where('closed_at', 'is not', null)
          .orderBy('closed_at', 'desc')
          .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, shown, request, { key: 'id' })
  const list = []
  for (const row of rows) list.push(await describe(tx, row, now))
  return { list, total, page, limit }
}

async function describe(tx: Tx, row: DealRow, now: Date): Promise<Disputes['list'][number]> {
  const person = async (id: number) => ({ id, name: displayName(await getMember(tx, id)) })
  const pending = await findPending(tx, { ...decisionAbout(row.id), now })
  return {
    id: row.id,
    state: row.state,
    buyer: await person(row.buyer_id),
    seller: await person(row.seller_id),
    number: row.number,
    fiat: row.fiat,
    way: row.way as PayWay,
    opened_at: row.disputed_at ?? row.created_at,
    opened_by: sideNamed(row.disputed_by),
    due_at: row.due_at,
    to_buyer: row.to_buyer,
    proposed: pending !== undefined && row.state === 'disputed',
  }
}

export async function describeDispute(
  tx: Tx,
  { id, caller, now }: { id: number; caller: OperatorCaller; now: Date },
): Promise<Dispute> {
  const row = await getDisputed(tx, id)
  const messages = await listMessages(tx, row)
  const about = decisionAbout(id)
  const wrote = (side: 'buyer' | 'seller') => messages.some(({ from }) => from === side)
  return {
    ...(await describe(tx, row, now)),
    terms: row.terms,
    buyer_reads: languageOfMember(await getMember(tx, row.buyer_id)),
    seller_reads: languageOfMember(await getMember(tx, row.seller_id)),
    buyer_statement: row.buyer_statement,
    seller_statement: row.seller_statement,
    checklist: [
      { label: 'Picture of the payment', is_there: row.picture !== null },
      { label: 'Statement of the buyer', is_there: row.buyer_statement !== null },
      { label: 'Statement of the seller', is_there: row.seller_statement !== null },
      { label: 'The buyer wrote in the deal', is_there: wrote('buyer') },
      { label: 'The seller wrote in the deal', is_there: wrote('seller') },
    ],
    messages: messages.map(({ from, text, pic, at }) => ({ from, text, pic, at })),
    pictures: evidenceOf(row, messages).map(({ pic, from, kind }) => ({
      id: pic,
      label: kind === 'payment' ? 'Payment, by the buyer' : `Message of the ${from}`,
    })),
    timeline: timelineOf(row),
    buyer_record: await recordOf(tx, 'buyer_id', row.buyer_id),
    seller_record: await recordOf(tx, 'seller_id', row.seller_id),
    proposal: await newestProposal(tx, { ...about, caller, now }),
    may_propose: row.state === 'disputed' && isAllowed(caller.roles, proposalRoles[about.kind]),
    history: await historyOf(tx, about.subject),
  }
}

function timelineOf(row: DealRow): Dispute['timeline'] {
  const steps = [
    { at: row.created_at, event: 'opened' },
    { at: row.paid_at, event: 'said to be paid' },
    { at: row.disputed_at, event: 'in dispute' },
    { at: row.closed_at, event: row.state },
  ]
  return steps.flatMap(({ at, event }) => (at === null ? [] : [{ at, event }]))
}

async function recordOf(tx: Tx, column: 'buyer_id' | 'seller_id', memberId: number) {
  // The keys say which, as those of a page do.
  const lately = tx
    .selectFrom('deal')
    .select('id')
    .where(column, '=', memberId)
    .orderBy('id', 'desc')
    .limit(RECORD_DEALS)
  const record = await tx
    .selectFrom('deal')
    .where('id', 'in', lately)
    .select((row) => [
      row.fn.countAll<bigint>().as('last'),
      row.fn.countAll<bigint>().filterWhere('state', '=', 'finished').as('finished'),
      row.fn.countAll<bigint>().filterWhere('state', '=', 'cancelled').as('cancelled'),
      row.fn.countAll<bigint>().filterWhere('disputed_at', 'is not', null).as('disputed'),
      row.fn.countAll<bigint>().filterWhere('is_misuse', '=', true).as('misuse'),
    ])
    .executeTakeFirstOrThrow()
  return {
    last: Number(record.last),
    finished: Number(record.finished),
    cancelled: Number(record.cancelled),
    disputed: Number(record.disputed),
    misuse: Number(record.misuse),
  }
}

function inWords({ id, number }: DealRow, toBuyer: bigint): string {
  const all = `${plainAmount(number)} USDT of deal ${id}`
  const stock = 'into the stock of the seller’s offer'
  if (toBuyer === number) return `All ${all} go to the buyer`
  if (toBuyer === 0n) return `All ${all} go back ${stock}, and it counts as misuse by the buyer`
  return `Of the ${all} ${plainAmount(toBuyer)} go to the buyer and ${plainAmount(number - toBuyer)} back ${stock}`
}

export async function proposeDecision(
  tx: Tx,
  request: { deal: DealRow; percent: number; reason: string; caller: OperatorCaller; now: Date },
) {
  const { deal: row, percent, reason, caller, now } = request
  const { id, buyer_id, seller_id } = row
  if (row.state !== 'disputed') throw new Refusal('deal_not_disputed')
  const toBuyer = shareOf(row, percent)
  return await dealDecision.propose(tx, {
    subject: decisionAbout(id).subject,
    payload: { deal: id, percent, buyer_id, seller_id },
    summary: inWords(row, toBuyer),
    reason,
    caller,
    now,
  })
}

/** Rounded down by less than a unit, which stays the seller's. */
function shareOf({ number }: DealRow, percent: number): bigint {
  return mulDiv(number, BigInt(percent), ALL, 'down')
}

/**
 * Both sides read why it was proposed. Whoever finished or cancelled meanwhile has decided it
 * themselves.
 */
export const dealDecision = defineProposal({
  kind: 'deal.decide',
  payload: z.object({ deal: z.int(), percent: z.int() }),
  async apply(tx, { payload: { deal: id, percent }, why, now, wallNow }) {
    const row = await getDisputed(tx, id, 'locked')
    if (row.state !== 'disputed') throw new Refusal('deal_not_disputed')
    const toBuyer = shareOf(row, percent)
    const event = toBuyer === row.number ? 'release' : toBuyer === 0n ? 'return' : 'split'
    const isMisuse = event === 'return'
    await endDeal(tx, row, { event, toBuyer, reason: { words: why }, isMisuse, now, wallNow })
  },
})

/** A deal that is or was in dispute; of all others operators see nothing. */
export async function getDisputed(tx: Tx, id: number, locked?: 'locked'): Promise<DealRow> {
  const found = tx
    .selectFrom('deal')
    .selectAll()
    .where('id', '=', id)
    .where('disputed_at', 'is not', null)
  const row = await (locked ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new Refusal('deal_not_disputed')
  return row
}
