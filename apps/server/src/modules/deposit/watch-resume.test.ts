import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeResumingDeposits, readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal } from '#testing/server.ts'

import { COIN, spot, start, step } from './testing/start.ts'

const { USDT, BNB } = currencies
const reason = 'the node was another one'

test('after a final block has changed two operators let the watcher go on, and it sees new deposits', async () => {
  const { chain, server, alice, address } = await start()
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const resume = (as = rita) => callOperator(server, proposeResumingDeposits, { reason }, { as })
  const haltedAt = async () =>
    (await server.db.selectFrom('deposit_watch').select('halted_at').executeTakeFirst())?.halted_at

  await chain.mine(40)
  await step(server)
  expect(refusal(await resume())).toBe('deposits_not_halted')
  await chain.reorg(30)
  await chain.mine(20)
  await step(server)
  expect(await haltedAt()).not.toBe(null)
  await chain.sendToken(USDT.id, address, 5n * COIN)
  await chain.mine(14)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')

  const proposal = ok(await resume())
  expect(refusal(await resume(fin))).toBe('proposal_pending')
  const accept = (as: { token: string }) => {
    const decision = { id: proposal.id, decision: 'accept', reason } as const
    return callOperator(server, decideProposal, decision, { as })
  }
  expect(refusal(await accept(rita))).toBe('proposal_own')
  ok(await accept(fin))
  expect(await haltedAt()).toBe(null)
  await step(server)
  expect(await spot(server, alice, USDT.id)).toBe('5.00000000')
  // Withdrawals go again coin by coin, by people.
  const { stops } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect(stops).toHaveLength(4)
})

test('what was credited before a final block changed and is mined again is known, and nobody is held up', async () => {
  const { chain, server, alice, address } = await start()
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  await chain.mine(10)
  const hashes = [
    await chain.sendRaw({ to: address, value: COIN / 100n }),
    await chain.sendRaw({ to: chain.hotAddress, value: COIN / 50n }),
  ]
  const raws = await Promise.all(
    hashes.map(async (hash) => (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex),
  )
  await chain.mine(14)
  await step(server)
  expect(await spot(server, alice, BNB.id)).toBe('0.01000000')
  await chain.reorg(16, [
    [raws[0] ?? '0x', 14],
    [raws[1] ?? '0x', 14],
  ])
  await step(server)
  const { id } = ok(await callOperator(server, proposeResumingDeposits, { reason }, { as: rita }))
  const decision = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, decision, { as: fin }))
  await chain.sendRaw({ to: address, value: COIN / 200n })
  await chain.mine(14)
  await step(server)
  expect(await spot(server, alice, BNB.id)).toBe('0.01500000')
  const { arrivals, alerts, checks } = ok(
    await callOperator(server, readOverview, {}, { as: rita }),
  )
  expect(arrivals).toHaveLength(1)
  expect(alerts).toEqual([])
  expect(checks.every(({ agrees }) => agrees)).toBe(true)
})

test('a block that changed once more halts the watcher again', async () => {
  const { chain, server } = await start()
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const halted = async () =>
    (await server.db.selectFrom('deposit_watch').select('halted_at').executeTakeFirstOrThrow())
      .halted_at !== null
  const change = async () => {
    await chain.reorg(30)
    await chain.mine(20)
    await step(server)
  }
  await chain.mine(40)
  await step(server)
  await change()
  const { id } = ok(await callOperator(server, proposeResumingDeposits, { reason }, { as: rita }))
  // The block is another one by the time the second agrees.
  await chain.reorg(60)
  await chain.mine(20)
  const decision = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, decision, { as: fin }))
  expect(await halted()).toBe(false)
  await step(server)
  expect(await halted()).toBe(true)
})
