import { isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal, findPending, getProposal } from '#modules/review/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/**
 * A transaction that no block takes holds up everything its key has signed since. Two operators may
 * have its nonce taken by an empty one: the signer sends it, the chain decides which of the two it
 * was, and the books follow the chain.
 */

/** Until then it may only be slow. */
const STUCK_AFTER_MS = 3 * MINUTE_MS
const SHOWN_MAX = 20

type Stuck = {
  id: bigint
  purpose: string
  from_key: string
  nonce: bigint
  waiting: bigint
  problem: string
  signed_at: Date
  replace_asked_at: Date | null
}

async function readStuck(tx: Tx, now: Date): Promise<Stuck[]> {
  const before = new Date(now.getTime() - STUCK_AFTER_MS)
  const { rows } = await sql<Stuck>`
    select * from (
      select distinct on (row.from_key) row.id, row.purpose, row.from_key, row.nonce, row.problem,
        row.replace_asked_at, row.block_number,
        count(*) over (partition by row.from_key) - 1 as waiting,
        (select min(signed_at) from chain_attempt where transaction_id = row.id) as signed_at
      from chain_transaction row where row.state in ('signed', 'sent')
      order by row.from_key, row.nonce
    ) first
    where block_number is null and signed_at <= ${before}
    order by from_key desc limit ${SHOWN_MAX}`.execute(tx)
  return rows
}

export async function listStuck(tx: Tx, { caller, now }: { caller: OperatorCaller; now: Date }) {
  const stuck = []
  for (const row of await readStuck(tx, now)) {
    const pending = await findPending(tx, {
      kind: nonceReplacement.kind,
      subject: subjectOf(row),
      now,
    })
    stuck.push({
      id: Number(row.id),
      purpose: row.purpose,
      key: row.from_key,
      nonce: Number(row.nonce),
      waiting: Number(row.waiting),
      problem: row.problem,
      signed_at: row.signed_at,
      is_replaced: row.replace_asked_at !== null,
      proposal: pending ? await getProposal(tx, { id: pending.id, caller, now }) : null,
    })
  }
  return { stuck, may_propose: isAllowed(caller.roles, proposalRoles[nonceReplacement.kind]) }
}

export async function proposeReplacing(
  tx: Tx,
  request: { id: number; reason: string; caller: OperatorCaller; now: Date },
) {
  const { reason, caller, now } = request
  const row = (await readStuck(tx, now)).find(({ id }) => id === BigInt(request.id))
  if (!row || row.replace_asked_at !== null) throw new Refusal('nonce_not_stuck')
  return await nonceReplacement.propose(tx, {
    subject: subjectOf(row),
    payload: { id: request.id },
    summary: `Take nonce ${row.nonce} of ${row.from_key} for an empty transaction, so that the ${row.waiting} behind it go on. Transaction ${row.id} (${row.purpose}) goes back if it is never mined`,
    reason,
    caller,
    now,
  })
}

/** From here on the signer bids with an empty one; what was mined meanwhile is left alone. */
export const nonceReplacement = defineProposal({
  kind: 'nonce.replace',
  payload: z.object({ id: z.int() }),
  async apply(tx, { payload: { id }, now }) {
    const asked = await tx
      .updateTable('chain_transaction')
      .set({ replace_asked_at: now })
      .where('id', '=', BigInt(id))
      .where('state', 'in', ['signed', 'sent'])
      .where('block_number', 'is', null)
      .where('replace_asked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal('nonce_not_stuck')
  },
})

function subjectOf({ id }: Pick<Stuck, 'id'>): string {
  return `transaction ${id}`
}
