import { listDeposits } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { transition } from '#platform/state-machine.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { depositStates } from './deposit.states.ts'

const { USDT } = currencies

test('deposits are listed newest first with their confirmations, and by the seeds’ numbers', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await look(server, 100n)
  await arrive(server, alice.id, { state: 'credited', block: 10n, amount: 5n })
  await arrive(server, alice.id, { state: 'gone', block: 95n, amount: 6n })
  await arrive(server, alice.id, { state: 'final', block: 89n, amount: 7n })
  await arrive(server, alice.id, { state: 'seen', block: 98n, amount: 8n })
  await arrive(server, alice.id, { state: 'final', block: 89n, amount: 0n })

  const read = async (status: number, as = alice) =>
    ok(await server.call(listDeposits, { status }, { as }))
  const { list, total } = await read(-1)
  expect(total).toBe(4)
  expect(list.map((row) => [row.state, row.status, row.confirmations, row.next.who])).toEqual([
    ['pending', 1, 3, 'chain'],
    ['processing', 1, 12, 'member'],
    ['cancelled', 3, 0, 'nobody'],
    ['done', 2, 12, 'nobody'],
  ])
  expect(list[1]?.remark).toContain('1.00000000 USDT')
  expect(list[2]?.remark).toBe('The chain dropped this transaction: nothing arrived.')
  expect(list[0]).toMatchObject({ fee: '0.00000000', net: '0.00000008', confirmations_needed: 12 })
  expect((await read(1)).total).toBe(2)
  expect((await read(2)).total).toBe(1)
  expect((await read(0)).total).toBe(0)
  expect((await read(-1, bob)).total).toBe(0)
})

let arrivals = 0

async function arrive(
  { db, clock }: TestServer,
  memberId: number,
  {
    state,
    block,
    amount,
  }: { state: 'seen' | 'gone' | 'final' | 'credited'; block: bigint; amount: bigint },
): Promise<void> {
  arrivals += 1
  const now = clock.now()
  const first = state === 'seen' || state === 'gone' ? 'seen' : 'final'
  const deposit = await db
    .insertInto('deposit')
    .values({
      member_id: memberId,
      currency: USDT.id,
      address: `0x${'a'.repeat(40)}`,
      tx_hash: `0x${String(arrivals).padStart(64, '0')}`,
      ordinal: 0,
      block_number: block,
      block_hash: '0x1',
      on_chain: amount * 10n ** 10n,
      amount,
      state: first,
      seen_at: now,
      final_at: first === 'final' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (state === first) return
  const event = state === 'gone' ? 'lose' : 'credit'
  await db.transaction().execute((tx) => transition(tx, depositStates, deposit, event, { now }))
}

async function look({ db, clock }: TestServer, head: bigint): Promise<void> {
  await db
    .insertInto('deposit_watch')
    .values({ head_block: head, final_block: 0n, final_hash: '0x0', looked_at: clock.now() })
    .execute()
}
