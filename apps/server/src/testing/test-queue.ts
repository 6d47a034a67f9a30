import { Refusal } from '@btbc/contract/refusals.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import type { CaseQueue, QueueCase } from '#modules/review/queue.ts'
import type { TestServer } from './server.ts'

/** A queue with nothing behind it but a table of its own, for what all queues have in common. */

type Row = { id: number; member_id: number; state: QueueCase['state']; units: bigint; at: Date }

const LARGE_UNITS = 1_000n * 10n ** 8n

/** Makes the table and puts one case into it for each amount; answers their ids. */
export async function fillTestQueue(
  server: TestServer,
  memberId: number,
  coins: readonly bigint[],
): Promise<number[]> {
  await sql`create table if not exists test_case (
    id integer generated always as identity primary key, member_id integer not null,
    state text not null default 'waiting', units bigint not null, at timestamptz not null,
    decisions integer not null default 0)`.execute(server.db)
  await sql`grant select, insert, update on test_case to btbc_app`.execute(server.db)
  const ids = []
  for (const amount of coins) {
    const { rows } = await sql<{ id: number }>`
      insert into test_case (member_id, units, at)
      values (${memberId}, ${amount * 10n ** 8n}, ${server.clock.now()}) returning id`.execute(
      server.db,
    )
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

/** How often a case was decided, however many tried. */
export async function decisionsOf(server: TestServer, id: number): Promise<number> {
  const { rows } = await sql<{ decisions: number }>`
    select decisions from test_case where id = ${id}`.execute(server.db)
  return rows[0]?.decisions ?? 0
}

export const testQueue: CaseQueue = {
  name: 'bank_deposit',
  async list(tx, { show, page, limit }) {
    const wanted = show === 'waiting' ? sql`state = 'waiting'` : sql`state <> 'waiting'`
    const { rows } = await sql<Row>`select * from test_case where ${wanted}
      order by id limit ${limit} offset ${(page - 1) * limit}`.execute(tx)
    const { rows: counted } = await sql<{ total: bigint }>`
      select count(*) as total from test_case where ${wanted}`.execute(tx)
    return { list: rows.map(describe), total: Number(counted[0]?.total ?? 0n) }
  },
  async find(tx, id) {
    const { rows } = await sql<Row>`select * from test_case where id = ${id}`.execute(tx)
    return rows[0] && describe(rows[0])
  },
  async decide(tx, { id, decision }) {
    const state = decision === 'accept' ? 'accepted' : 'rejected'
    const { rows } = await sql`update test_case set state = ${state}, decisions = decisions + 1
      where id = ${id} and state = 'waiting' returning id`.execute(tx)
    if (rows.length === 0) throw new Refusal('case_decided')
  },
  needsTwo: ({ amount = 0n }) => amount >= LARGE_UNITS,
  async picture(_tx, { picture }) {
    return picture === 'front' ? { type: 'image/png', bytes: Buffer.from('pixels') } : undefined
  },
}

function describe(row: Row): QueueCase {
  return {
    id: row.id,
    state: row.state,
    memberId: row.member_id,
    title: 'Transfer to TEST bank',
    amount: row.units,
    currency: currencies.USDT.id,
    openedAt: row.at,
    facts: [{ label: 'Sent from', value: 'TEST 0001' }],
    pictures: [
      { id: 'front', label: 'Voucher' },
      { id: 'gone', label: 'Deleted voucher' },
    ],
    afterAccept: 'The member is credited.',
    afterReject: 'The member is told why.',
  }
}
