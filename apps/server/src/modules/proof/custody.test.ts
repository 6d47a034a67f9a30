import { createServer } from 'node:net'

import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { reconcileNow } from '@btbc/contract/operator/reconciliation.ts'
import { readAttestation } from '@btbc/contract/proof.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'

import { CONFIRMATIONS, openClient } from '#chain/chain.ts'
import { createReconciler } from '#modules/reconciliation/reconciler.ts'
import { booksOfCustody, startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'
import { checkCustody, nodeAt, type Said } from '#testing/verifiers.ts'

import { takeSnapshot } from './snapshot.ts'

/** What custody held according to a proof covers what the books of that proof say. */

const { BTBC, USDT } = currencies
const COIN = 10n ** 18n

/** Compared a moment ago, with the first mint on its way: members own more of it than is not minted. */
async function startHouse() {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const rita = await hire(server, 'Rita', ['risk'])
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, BTBC.id, 1_500_000n)
  const toFinal = async () => {
    await chain.mine(CONFIRMATIONS + 1)
    await server.app.chainWorks?.step()
    await chainAll(server.db)
  }
  await toFinal()
  ok(await callOperator(server, reconcileNow, {}, { as: rita }))
  const compared = async () => {
    const rows = server.db.selectFrom('reconciliation').select('block')
    return (await rows.where('currency', '=', BTBC.id).executeTakeFirstOrThrow()).block
  }
  const check = async () => {
    const said = JSON.parse(ok(await server.call(readAttestation)).text) as Said
    const { findings, isThen } = await checkCustody(said, nodeAt(chain.url))
    return { findings, isThen, block: BigInt(said.custody.block) }
  }
  const mint = async () => {
    const before = await booksOfCustody(server.db)
    for (let turn = 0; turn < 2; turn += 1) await toFinal()
    expect((await booksOfCustody(server.db))[BTBC.id]).toBeGreaterThan(before[BTBC.id])
  }
  const { db, clock, app } = server
  const promises = async () => new Map()
  const folder = server.dataDirectory
  const parts = { db, clock, chain, folder, promises, standsBack: undefined }
  return { chain, server, rita, alice, toFinal, mint, compared, check, parts, app }
}

test('what was minted since custody was compared last is covered, at the block that the proof names', async () => {
  const { server, rita, mint, compared, check } = await startHouse()
  const before = await compared()
  await mint()
  expect(await compared()).toBe(before)
  // Where another one is at it, the chain is not asked.
  await server.db.transaction().execute(async (tx) => {
    await lockWork(tx, 'proof')
    expect(refusal(await callOperator(server, takeSnapshotNow, {}, { as: rita }))).toBe(
      'proof_under_way',
    )
  })
  expect(await compared()).toBe(before)
  ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  expect(await check()).toEqual({ findings: [], isThen: true, block: await compared() })
  expect(await compared()).toBeGreaterThan(before ?? 0n)
})

test('what moves custody between comparing it and the end of the books is compared again, and not for ever', async () => {
  const { chain, server, alice, toFinal, mint, compared, check, parts, app } = await startHouse()
  const blocks: (bigint | null)[] = []
  const takeWhile = async (move: () => Promise<void>, times: number) => {
    blocks.length = 0
    const custodyNow = async () => {
      const isCompared = await app.reconciler.custodyNow()
      blocks.push(await compared())
      if (blocks.length <= times) await move()
      return isCompared
    }
    expect(await takeSnapshot({ ...parts, reconciler: { custodyNow } })).toBeGreaterThan(0)
  }
  await takeWhile(mint, 1)
  expect(await check()).toEqual({ findings: [], isThen: true, block: blocks.at(-1) })
  expect(blocks).toHaveLength(2)

  const address = ok(await server.call(readDepositAddress, { currency: USDT.id }, { as: alice }))
  const deposit = async () => {
    await chain.sendToken(USDT.id, address as Hex, COIN)
    await toFinal()
  }
  await takeWhile(deposit, Infinity)
  expect(blocks).toHaveLength(3)
  expect(await check()).toMatchObject({ block: blocks[2] })
})

test('a chain that is silent keeps no proof from being taken, nor from being given up', async () => {
  const { chain, mint, compared, check, parts } = await startHouse()
  const before = await compared()
  await mint()
  const takeAt = async (url: string, signal?: AbortSignal) => {
    const silent = { ...chain, rpc: openClient(url, chain.chainId) }
    const reconciler = createReconciler({ ...parts, chain: silent, gateway: undefined })
    return await takeSnapshot({ ...parts, reconciler }, signal)
  }
  expect(await takeAt('http://127.0.0.1:1')).toBe(1)
  expect(await check()).toMatchObject({ block: before })

  const mute = createServer((socket) => socket.on('error', () => undefined))
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  mute.on('connection', (socket) => {
    onTestFinished(() => void socket.destroy())
    resolve()
  })
  const port = await new Promise<number>((listening) => {
    mute.listen(0, '127.0.0.1', () => listening((mute.address() as { port: number }).port))
  })
  onTestFinished(() => void mute.close())
  const stopping = new AbortController()
  const taken = takeAt(`http://127.0.0.1:${port}`, stopping.signal)
  await isAsked
  const stoppedAt = performance.now()
  stopping.abort()
  await expect(taken).rejects.toThrow('abort')
  // Before the first question would have had its time.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
})
