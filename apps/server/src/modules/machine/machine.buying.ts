import type { Response } from '@btbc/contract/endpoint.ts'
import { buyMachine as buyMachineCall } from '@btbc/contract/mining.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { lockMembers } from '#modules/account/index.ts'
import { type Asked, bookAfforded, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { readValue } from '#platform/settings.ts'

import { machineBought } from './machine.entries.ts'
import { machineSetting, type MachineTerms, type Model, TERMS_THEN } from './machine.settings.ts'

/**
 * Machines are sold in batches, as launches are: all sales take from one stock and one pool, which are
 * locked for no longer than their posting takes.
 */

export type Purchase = Asked & {
  modelId: number
  /** Its figures, as they were shown. */
  shown?: Shown
}
type Shown = {
  price?: bigint | undefined
  income?: bigint | undefined
  days?: number | undefined
}

const { response } = buyMachineCall
export type Bought = Response<typeof buyMachineCall>

type Wanted = {
  /** The number of the machine, if it is sold. */
  id: number
  currency: number
  terms: MachineTerms
  /** How many of this model the member has bought. */
  owned: number
}
type Planned = { asked: Purchase; wanted: Wanted; entries: readonly Entry[] }

/** Purchases of members, each once, in one transaction. Whoever is locked by others is waited for or left out. */
export async function buyMachines(
  tx: Tx,
  purchases: readonly Purchase[],
  { waits, storedAnswers }: { waits: boolean; storedAnswers?: StoredAnswers },
): Promise<Outcome<Bought>[]> {
  const members = purchases.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits })
  const held = purchases.filter(({ memberId }) => locked.has(memberId))
  const outcomeOf = await findOutcomes(tx, purchases, { locked, response, storedAnswers })
  const wantedBy = await readWanted(tx, held)
  const plans = purchases.map(
    (purchase) => outcomeOf(purchase) ?? plan(purchase, wantedBy(purchase.memberId)),
  )
  return await bookAfforded(tx, await withinStock(tx, plans, { waits }), {
    response,
    storedAnswers,
    answerOf: ({ wanted: { id } }): Bought => ({ id }),
    rowsOf: machinesSold,
  })
}

function plan(purchase: Purchase, wanted: Wanted | undefined): Planned | Outcome<Bought> {
  if (!wanted) return refused(new Refusal('machine_not_found'))
  const { id, terms, owned } = wanted
  const { price, income, days, limit } = terms
  const { memberId, shown, now } = purchase
  if (terms.state === 'withdrawn') return refused(new Refusal('machine_not_found'))
  if (!isAsShown(terms, shown)) return refused(new Refusal('terms_changed'))
  if (limit > 0 && owned >= limit) return refused(new Refusal('machine_limit', { limit }))
  const currency = getCurrency(wanted.currency).id
  const machine = { id, memberId, currency, price, incomePerDay: income, days }
  return { asked: purchase, wanted, entries: [machineBought(machine, now)] }
}

function isAsShown({ price, income, days }: MachineTerms, shown: Shown = {}): boolean {
  return (
    (shown.price ?? price) === price &&
    (shown.income ?? income) === income &&
    (shown.days ?? days) === days
  )
}

const WANTED = prepare(
  'machine_wanted',
  `select asked.member_id as "memberId", nextval('machine_id_seq')::integer as id,
     model.code, model.name, model.currency, held.value,
     (
       select count(*)::integer from machine
       where machine.model_id = model.id and machine.member_id = asked.member_id
     ) as owned
   from unnest($1::integer[], $2::integer[], $3::timestamptz[]) asked (member_id, model_id, at)
   join machine_model model on model.id = asked.model_id and model.offered_from <= asked.at
   cross join lateral (${TERMS_THEN}) held`,
)

type WantedRow = Model & { memberId: number; id: number; owned: number; value: unknown }

async function readWanted(
  tx: Tx,
  purchases: readonly Purchase[],
): Promise<(memberId: number) => Wanted | undefined> {
  const rows = await runPrepared<WantedRow>(tx, WANTED, [
    purchases.map(({ memberId }) => memberId),
    purchases.map(({ modelId }) => modelId),
    purchases.map(({ now }) => now),
  ])
  const known = new Map(
    rows.map(({ memberId, value, ...model }) => [
      memberId,
      { ...model, terms: readValue(machineSetting(model), value) },
    ]),
  )
  return (memberId) => known.get(memberId)
}

/**
 * Locks the models and lets as many go on as there are machines. Of more than that, some may not be able
 * to pay, so the others are each done alone, and see what is left then.
 */
async function withinStock(
  tx: Tx,
  plans: readonly (Planned | Outcome<Bought>)[],
  { waits }: { waits: boolean },
): Promise<(Planned | Outcome<Bought>)[]> {
  const models = new Set(
    plans.flatMap((each) => (typeof each === 'object' ? each.asked.modelId : [])),
  )
  const { rows } = await sql<{ id: number; sold: number }>`
    select id, sold from machine_model where id = any (${[...models]}::integer[])
    order by id for no key update`.execute(tx)
  const sold = new Map(rows.map((row) => [row.id, row.sold]))
  const taken = new Map(sold)
  return plans.map((each) => {
    if (typeof each !== 'object') return each
    const { modelId } = each.asked
    const { stock } = each.wanted.terms
    const before = taken.get(modelId) ?? stock
    taken.set(modelId, before + 1)
    if (before < stock) return each
    const isSoldOut = waits || (sold.get(modelId) ?? stock) >= stock
    return isSoldOut ? refused(new Refusal('out_of_stock')) : 'held up'
  })
}

/** The rows of what is sold, and how many are sold by then. */
function machinesSold(sold: readonly Planned[]): Fragment[] {
  const models = sold.map(({ asked }) => asked.modelId)
  return [
    {
      name: 'sold',
      text: `insert into machine (id, member_id, model_id, price, currency, income_per_day, days, bought_at)
        overriding system value
        select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::bigint[], $5::integer[],
          $6::bigint[], $7::integer[], $8::timestamptz[])`,
      values: [
        sold.map(({ wanted }) => wanted.id),
        sold.map(({ asked }) => asked.memberId),
        models,
        sold.map(({ wanted }) => wanted.terms.price),
        sold.map(({ wanted }) => wanted.currency),
        sold.map(({ wanted }) => wanted.terms.income),
        sold.map(({ wanted }) => wanted.terms.days),
        sold.map(({ asked }) => asked.now),
      ],
    },
    {
      name: 'taken',
      text: `update machine_model set sold = sold + taken.count
        from (select id, count(*)::integer as count from unnest($1::integer[]) id group by id) taken
        where machine_model.id = taken.id`,
      values: [models],
    },
  ]
}
