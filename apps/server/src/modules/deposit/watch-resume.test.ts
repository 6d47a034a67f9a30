import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeResumingDeposits, readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'

import { startTestChain } from '#testing/chain.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

const { USDT, BNB } = currencies
const COIN = 10n ** 18n
const reason = 'the node was another one'

test('after a final block has changed two operators let the watcher go on, and it sees new deposits', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const ada = await server.join('ada@example.test')
  const address = ok(
    await server.call(readDepositAddress, { currency: USDT.id }, { as: ada }),
  ) as Address
  const spot = async () => {
    const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as: ada }))
    return wallet.balance.find((row) => row.currency === USDT.id)?.change_balance
  }
  const resume = (as = rita) => callOperator(server, proposeResumingDeposits, { reason }, { as })
  const look = async () => await server.app.chainWorks?.step()
  const haltedAt = async () =>
    (await server.db.selectFrom('deposit_watch').select('halted_at').executeTakeFirst())?.halted_at

  await chain.mine(40)
  await look()
  expect(refusal(await resume())).toBe('deposits_not_halted')
  await chain.reorg(30)
  await chain.mine(20)
  await look()
  expect(await haltedAt()).not.toBe(null)
  await chain.sendToken(USDT.id, address, 5n * COIN)
  await chain.mine(14)
  await look()
  expect(await spot()).toBe('0.00000000')

  const proposal = ok(await resume())
  expect(refusal(await resume(fin))).toBe('proposal_pending')
  const accept = (as: { token: string }) => {
    const decision = { id: proposal.id, decision: 'accept', reason } as const
    return callOperator(server, decideProposal, decision, { as })
  }
  expect(refusal(await accept(rita))).toBe('proposal_own')
  ok(await accept(fin))
  expect(await haltedAt()).toBe(null)
  await look()
  expect(await spot()).toBe('5.00000000')
  // Withdrawals go again coin by coin, by people.
  const { stops } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect(stops).toHaveLength(4)
})

test('what was credited before a final block changed and is mined again is known, and nobody is held up', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const ada = await server.join('ada@example.test')
  const bnb = async () => {
    const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as: ada }))
    return wallet.balance.find((row) => row.currency === BNB.id)?.change_balance
  }
  const address = ok(
    await server.call(readDepositAddress, { currency: BNB.id }, { as: ada }),
  ) as Address
  const look = async () => await server.app.chainWorks?.step()
  await chain.mine(10)
  const hashes = [
    await chain.sendRaw({ to: address, value: COIN / 100n }),
    await chain.sendRaw({ to: chain.hotAddress, value: COIN / 50n }),
  ]
  const raws = await Promise.all(
    hashes.map(async (hash) => (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex),
  )
  await chain.mine(14)
  await look()
  expect(await bnb()).toBe('0.01000000')
  await chain.reorg(16, [
    [raws[0] ?? '0x', 14],
    [raws[1] ?? '0x', 14],
  ])
  await look()
  const { id } = ok(await callOperator(server, proposeResumingDeposits, { reason }, { as: rita }))
  const decision = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, decision, { as: fin }))
  await chain.sendRaw({ to: address, value: COIN / 200n })
  await chain.mine(14)
  await look()
  expect(await bnb()).toBe('0.01500000')
  const { arrivals, alerts, checks } = ok(
    await callOperator(server, readOverview, {}, { as: rita }),
  )
  expect(arrivals).toHaveLength(1)
  expect(alerts).toEqual([])
  expect(checks.every(({ agrees }) => agrees)).toBe(true)
})

test('a block that changed once more halts the watcher again', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const halted = async () =>
    (await server.db.selectFrom('deposit_watch').select('halted_at').executeTakeFirstOrThrow())
      .halted_at !== null
  const change = async () => {
    await chain.reorg(30)
    await chain.mine(20)
    await server.app.chainWorks?.step()
  }
  await chain.mine(40)
  await server.app.chainWorks?.step()
  await change()
  const { id } = ok(await callOperator(server, proposeResumingDeposits, { reason }, { as: rita }))
  // The block is another one by the time the second agrees.
  await chain.reorg(60)
  await chain.mine(20)
  const decision = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, decision, { as: fin }))
  expect(await halted()).toBe(false)
  await server.app.chainWorks?.step()
  expect(await halted()).toBe(true)
})
