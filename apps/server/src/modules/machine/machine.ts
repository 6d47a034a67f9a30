import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listMachines as listMachinesCall,
  listModels as listModelsCall,
} from '@btbc/contract/mining.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { perHour } from '#modules/mining/index.ts'
import { readValue } from '#platform/settings.ts'

import { machineSetting, type MachineTerms, type Model, TERMS_THEN } from './machine.settings.ts'

/** The shop of machines, and those a member owns. */

const LISTED_MAX = 1000

type Shop = Response<typeof listModelsCall>
type Owned = Response<typeof listMachinesCall>

type ModelRow = Model & { id: number; img: string; sold: number; bought: number; value: unknown }

/** What is on sale now, as it is sold now. */
export async function listModels(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Shop> {
  const { rows } = await sql<ModelRow>`
    select model.id, code, name, img, currency, sold, held.value, (
        select count(*)::integer from machine
        where model_id = model.id and machine.member_id = ${memberId}
      ) as bought
    from (values (${now}::timestamptz)) asked (at)
    join machine_model model on offered_from <= asked.at
    cross join lateral (${sql.raw(TERMS_THEN)}) held
    order by model.id limit ${LISTED_MAX}`.execute(tx)
  return rows.flatMap(({ value, ...model }) => {
    const { state, ...terms } = readValue(machineSetting(model), value)
    return state === 'withdrawn' ? [] : [describeModel(model, terms)]
  })
}

function describeModel(
  model: Omit<ModelRow, 'value'>,
  terms: Omit<MachineTerms, 'state'>,
): Shop[number] {
  const { price, income, days, limit, stock } = terms
  return {
    id: model.id,
    name: model.name,
    price,
    currency: model.currency,
    income,
    rate: perHour(income),
    days,
    category: categoryOf(model.currency),
    buy_times: limit,
    bought: model.bought,
    stock: Math.max(0, stock - model.sold),
    img: model.img,
  }
}

const states = ['idle', 'running', 'finished'] as const

type MachineRow = {
  place: bigint
  id: number
  model_id: number
  price: bigint
  income_per_day: bigint
  days: number
  runs_done: number
  currency: number
  state: (typeof states)[number]
  bought_at: Date
  name: string
  img: string
  ends_at: Date | null
}

const OWNED = prepare(
  'machine_owned',
  `select place, machine.*, name, img, run.ends_at
   from unnest($1::integer[], $2::text[]) with ordinality asked (member_id, state, place)
   cross join lateral (
     select id, model_id, price, income_per_day, days, runs_done, currency, state, bought_at
     from machine
     where machine.member_id = asked.member_id
       and (asked.state is null or machine.state = asked.state)
     order by id desc limit ${LISTED_MAX}
   ) machine
   join machine_model on machine_model.id = machine.model_id
   left join run_machine on run_machine.machine_id = machine.id and run_machine.is_open
   left join run on run.id = run_machine.run_id
   order by place, machine.id desc`,
)

/** The member's machines, newest first; all of them, or those of one status (0, 1, 2). */
export const listMachines = askTogether(
  async (
    database,
    asked: readonly { memberId: number; status?: number | undefined }[],
  ): Promise<Owned[]> => {
    const rows = await runPrepared<MachineRow>(database, OWNED, [
      asked.map(({ memberId }) => memberId),
      asked.map(({ status = -1 }) => states[status] ?? null),
    ])
    const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
    return asked.map((_, n) => (byPlace.get(n + 1) ?? []).map(describeMachine))
  },
)

function describeMachine(row: MachineRow): Owned[number] {
  return {
    id: row.id,
    machine_id: row.model_id,
    name: row.name,
    price: row.price,
    income: row.income_per_day,
    rate: perHour(row.income_per_day),
    days: row.days,
    runs_done: row.runs_done,
    category: categoryOf(row.currency),
    status: statusNumber(row.state),
    img: row.img,
    create_time: row.bought_at,
    ...(row.ends_at === null ? {} : { ends_at: row.ends_at }),
  }
}

/** 0 bought with USDT, 1 with BTBC. The income is BTBC either way. */
function categoryOf(currency: number): 0 | 1 {
  return currency === currencies.USDT.id ? 0 : 1
}

function statusNumber(state: (typeof states)[number]): 0 | 1 | 2 {
  if (state === 'idle') return 0
  return state === 'running' ? 1 : 2
}

/** The income that sold machines have left to give, without the runs that are under way. */
export async function sumMachinePromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(
      income_per_day::numeric * (days - runs_done - case when state = 'running' then 1 else 0 end)
    ), 0) as sum from machine where state <> 'finished'`.execute(tx)
  return rows[0]?.sum ?? 0n
}
