import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeResumingWithdrawals } from '@btbc/contract/operator/reconciliation.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { forgeBalance } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { give } from '#testing/funds.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { bookWatch } from './book-watch.ts'

const { BNB, BTC } = currencies

test('books that cannot be true stop withdrawals and matching of their currency, and nothing else', async () => {
  const server = await startTestServer()
  const { db, clock, app } = server
  const { exchange } = app
  const fin = await hire(server, 'Fin', ['finance'])
  const rita = await hire(server, 'Rita', ['risk'])
  const ann = await server.join('ann@example.test')
  await give(server, ann.id, BNB.id, 10n)
  await give(server, ann.id, BTC.id, 10n)
  const place = async (marketId: number) => {
    const order = { memberId: ann.id, marketId, side: 'sell', type: 'limit' } as const
    const answer = await exchange.place({ ...order, price: 900n * UNIT, quantity: UNIT })
    return answer.outcome === 'refused' ? answer.refusal.code : answer.outcome
  }
  const watch = bookWatch({ clock, exchange })
  const aMinuteLater = async () => {
    clock.moveWall(61_000)
    await watch.run(server.db, clock.wallNow(), new AbortController().signal)
  }
  const account = memberAccount(ann.id, 'change', BNB.id)
  const stops = async () =>
    await db.selectFrom('withdrawal_stop').select(['currency', 'matching', 'reason']).execute()
  const calls = async () =>
    await db.selectFrom('outbox').select('subject').where('subject', 'like', '%trading%').execute()

  await aMinuteLater()
  expect(await place(BNB.id)).toBe('accepted')
  expect(await stops()).toEqual([])

  for (const { available, held, found } of [
    { available: 5n, held: 0n, found: /sums to 5/ },
    { available: -5n, held: 5n, found: /its holds/ },
  ]) {
    await forgeBalance(db, account, { available, held })
    const before = (await calls()).length
    await aMinuteLater()
    await aMinuteLater()
    expect(await stops()).toEqual([
      { currency: BNB.id, matching: true, reason: expect.stringMatching(found) },
    ])
    expect((await calls()).length - before).toBe(2)
    await expect.poll(() => place(BNB.id)).toBe('unavailable')
    expect(await place(BTC.id)).toBe('accepted')
    const [open] = exchange.openOrders(ann.id, BTC.id)
    const ended = await exchange.cancel({ memberId: ann.id, id: open?.id ?? 0n })
    expect(ended.outcome).not.toBe('refused')

    await forgeBalance(db, account, { available: -available, held: -held })
    const reason = 'found who did it'
    const { id } = ok(
      await callOperator(
        server,
        proposeResumingWithdrawals,
        { currency: BNB.id, reason },
        { as: fin },
      ),
    )
    ok(
      await callOperator(
        server,
        decideProposal,
        { id, decision: 'accept', reason: 'I looked as well' },
        { as: rita },
      ),
    )
    await aMinuteLater()
    expect(await stops()).toEqual([])
    await expect.poll(() => place(BNB.id)).toBe('accepted')
  }
})
