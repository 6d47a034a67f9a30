import { listDeposits } from '@btbc/contract/deposit.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import type { Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inTx } from '#testing/kills.ts'
import { ok } from '#testing/server.ts'

import { startBooked } from './testing/booked.ts'

test('however many small deposits somebody sends, a turn looks at a few, and what counts alone waits for none of them', async () => {
  const { server, alice, arrive, turn, spot } = await startBooked()
  await arrive(Array.from({ length: 600 }, () => UNIT / 1000n))
  expect(await spot()).toBe('0.00000000')
  const waiting = async () => {
    const { list } = ok(await server.call(listDeposits, { status: 1 }, { as: alice }))
    return [...new Set(list.map(({ next }) => next.who))]
  }
  expect(await waiting()).toEqual(['member'])
  const looked = await inTx(server, async (tx) => {
    const before = await countLooks(tx)
    await arrive([UNIT / 1000n], { within: tx })
    return (await countLooks(tx)) - before
  })
  expect(looked).toBeLessThan(20)
  // The minimum is reached: all of them count, and 500 are credited in a turn.
  await arrive([(UNIT * 4n) / 10n])
  expect(await spot()).toBe('0.50000000')
  expect(await waiting()).toEqual(['chain'])
  await arrive([5n * UNIT])
  expect(await spot()).toBe('5.50000000')
  await turn()
  expect(await spot()).toBe('6.00100000')
  await turn()
  await arrive([UNIT / 2n])
  expect(await spot()).toBe('6.00100000')
  await arrive([UNIT / 2n])
  expect(await spot()).toBe('7.00100000')
  expect(await waiting()).toEqual([])
  const notices = ok(await server.call(listOwnNotices, {}, { as: alice })).list
  expect(notices.map(({ title }) => title)).toEqual([
    'Your small deposits are credited',
    'Your small deposits are credited',
    'Your deposit is credited',
  ])
  expect(notices[1]?.text).toContain('1.001 USDT')
})

test('a small deposit that a large one makes count is told with its own transaction', async () => {
  const { server, alice, arrive, spot } = await startBooked()
  await arrive([UNIT / 4n])
  await arrive([UNIT])
  expect(await spot()).toBe('1.25000000')
  const notices = ok(await server.call(listOwnNotices, {}, { as: alice })).list
  expect(notices.map(({ text }) => text.match(/Transaction: 0x0+(\d+)/)?.[1])).toEqual(['1', '2'])
})

/** How many deposits an index has led to, of what this connection knows once it has looked at one. */
async function countLooks(tx: Tx): Promise<number> {
  await sql`select from deposit where id = 1`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select (idx_tup_fetch + seq_tup_read)::integer as count from pg_stat_xact_user_tables
    where relname = 'deposit'`.execute(tx)
  return rows[0]?.count ?? 0
}
