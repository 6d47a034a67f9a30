import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { reconcileNow } from '@btbc/contract/operator/reconciliation.ts'
import { listAttestations, readAttestation } from '@btbc/contract/proof.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import artifacts from '#chain/contracts/artifacts.json' with { type: 'json' }
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { type Answer, startHouse } from '#testing/house-of-proofs.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import {
  type Ask,
  checkCustody,
  checkLog,
  nodeAt,
  type Read,
  runVerifier,
  type Said,
} from '#testing/verifiers.ts'

import { findLog } from './log.ts'

test('what custody holds, and which proofs were signed, is read from the chain by whoever has a node; what differs is found', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const rita = await hire(server, 'Rita', ['risk'])
  await give(server, (await server.join('alice@example.test')).id, currencies.USDT.id, 9000n)
  await chain.mine(CONFIRMATIONS + 2)
  await server.app.chainWorks?.step()
  ok(await callOperator(server, reconcileNow, {}, { as: rita }))
  await chainAll(server.db)
  ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  const { text } = ok(await server.call(readAttestation))
  const said = JSON.parse(text) as Said
  const { custody } = said
  expect(custody.addresses).toEqual([chain.hotAddress, chain.keys.address('minter')])

  const house = nodeAt(`${server.url}/api/proof/node`)
  for (const ask of [house, nodeAt(chain.url)]) {
    const { findings, coins, isThen, block } = await checkCustody(said, ask)
    expect({ findings, isThen, block }).toEqual({
      findings: [],
      isThen: true,
      block: BigInt(custody.block),
    })
    expect(coins).toHaveLength(4)
    for (const { seen, said: told } of coins) expect(seen).toBe(told)
  }
  const changed = async (change: Partial<Said['custody']>) =>
    (await checkCustody({ ...said, custody: { ...custody, ...change } }, house)).findings
  const more = { ...custody.held, 3: `${custody.held[3]}0` }
  expect(await changed({ held: more })).toEqual(['chain_less'])
  const addresses = [chain.outside.address]
  expect(await changed({ addresses })).toContain('chain_less')
  // What is held is its own word: it has to cover what is owed, of each coin, and nothing counts twice.
  const nothing = Object.fromEntries(Object.keys(custody.held).map((id) => [id, '0']))
  expect(await changed({ held: nothing, others: nothing, addresses })).toEqual(['chain_uncovered'])
  expect(await changed({ held: {} })).toEqual(['chain_missing'])
  const again = custody.addresses[0]?.toLowerCase() ?? ''
  expect(await changed({ addresses: [...custody.addresses, again] })).toEqual(['chain_twice'])
  expect(await changed({ hash: custody.hash.replaceAll(/[0-8]/g, '9') })).toEqual(['chain_block'])
  expect(await changed({ chain_id: 97 })).toEqual(['chain_other'])
  expect(await changed({ block: '999999' })).toEqual(['chain_block'])
  const { stdout } = await runVerifier(server.url, '--rpc', chain.url)
  expect(stdout).toContain('as the proof says')

  // No other contract is asked, and no other question is known.
  const other = { to: chain.outside.address, data: `0x70a08231${'0'.repeat(64)}` }
  expect(await house([{ method: 'eth_call', params: [other, 'latest'] }])).toEqual([null])
  await expect(house([{ method: 'eth_accounts', params: [] }])).rejects.toThrow('does not answer')

  await checkWrites(server, chain, async () => {
    ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  })

  // A node keeps no state for ever, and some no blocks: then it is asked what is held now.
  await chain.mine(300)
  const named = `"0x${Number(custody.block).toString(16)}"`
  const forgetful: Ask = async (questions) => {
    const isOfThen = questions.map((each) => JSON.stringify(each).includes(named))
    return (await house(questions)).map((each, n) => (isOfThen[n] ? null : each))
  }
  for (const ask of [house, forgetful]) {
    const { findings, isThen, coins } = await checkCustody(said, ask)
    expect({ findings, isThen }).toEqual({ findings: [], isThen: false })
    expect(coins.every(({ covers }) => covers)).toBe(true)
  }
  const { stdout: now } = await runVerifier(server.url, '--rpc', chain.url)
  expect(now).toContain('which covers what was owed')

  // What was held of one coin at another block is not told as of this one, nor left out.
  const earlier = sql`update reconciliation set block = block - 1 where source = 'chain' and currency = 1`
  await earlier.execute(server.db)
  ok(await callOperator(server, takeSnapshotNow, {}, { as: rita }))
  expect(JSON.parse(ok(await server.call(readAttestation)).text)).toMatchObject({ custody: null })
})

/**
 * A proof is in the contract once it is final, for everybody to compare; nobody can change it there. When
 * the block in which it stood is reorganised away it is written again, once.
 */
async function checkWrites(
  server: TestServer,
  chain: TestChain,
  take: () => Promise<void>,
): Promise<void> {
  const stepUntil = async (isDone: () => Promise<boolean>, blocks = CONFIRMATIONS + 1) => {
    for (let turn = 0; turn < 20 && !(await isDone()); turn += 1) {
      await server.app.chainWorks?.step()
      await chain.mine(blocks)
    }
  }
  const read = async (number: number): Promise<Read> => {
    const { text } = ok(await server.call(readAttestation, { number }))
    return { text, parsed: JSON.parse(text) as Read['parsed'] }
  }
  const writtenOf = async () =>
    ok(await server.call(listAttestations)).list.map((row) => row.written)
  const house = nodeAt(`${server.url}/api/proof/node`)
  expect(await checkLog([await read(1)], house)).toBe(null)
  await stepUntil(async () => (await findLog(server.db)) !== undefined)
  await take()
  const all = [await read(1), await read(2)]
  const [first, second] = all as [Read, Read]
  const address = second.parsed.log?.address
  if (!address) throw new Error('The proof names no contract')
  expect(await checkLog(all, house)).toEqual({ findings: [], latest: 0, isWritten: false })
  expect(await writtenOf()).toEqual([null, null])
  await stepUntil(async () => (await writtenOf()).every((row) => row !== null))
  for (const written of await writtenOf()) {
    const hash = written?.transaction as `0x${string}`
    const { to, status, blockNumber } = await chain.rpc.getTransactionReceipt({ hash })
    const found = { to: getAddress(to ?? ''), status, block: Number(blockNumber) }
    expect(found).toEqual({ to: address, status: 'success', block: written?.block })
  }
  for (const ask of [house, nodeAt(chain.url)]) {
    expect(await checkLog(all, ask)).toEqual({ findings: [], latest: 2, isWritten: true })
  }

  const findings = async (changed: readonly Read[]) => (await checkLog(changed, house))?.findings
  const withParsed = (change: Partial<Read['parsed']>): Read => ({
    ...second,
    parsed: { ...second.parsed, ...change },
  })
  const root = { root: '0'.repeat(64) }
  expect(await findings([{ ...first, text: `${first.text} ` }, second])).toEqual(['log_other'])
  expect(await findings([first, withParsed({ tree: root })])).toEqual(['log_other'])
  expect(await findings([withParsed({ number: 30 })])).toEqual(['log_late'])
  const token = { ...second.parsed.log, address: chain.coins[currencies.USDT.id].address }
  expect(await findings([first, withParsed({ log: token })])).toEqual(['log_code'])
  const { stdout } = await runVerifier(server.url, '--rpc', chain.url)
  expect(stdout).toContain('Written to the chain: up to proof 2')

  const write = async (account: `0x${string}`, number: bigint) =>
    await chain.rpc.simulateContract({
      account,
      address,
      abi: artifacts.ProofLog.abi,
      functionName: 'write',
      args: [number, `0x${root.root}`, `0x${root.root}`],
    })
  const minter = chain.keys.address('minter')
  await write(minter, 3n)
  for (const number of [0n, 1n, 2n, 4n]) {
    await expect(write(minter, number)).rejects.toThrow('NotTheNext')
  }
  await expect(write(chain.outside.address, 3n)).rejects.toThrow('NotTheOwner')

  await take()
  const three = [...all, await read(3)]
  const logOf = async () => await checkLog(three, nodeAt(chain.url))
  const [before, written] = [
    { findings: [], latest: 2, isWritten: false },
    { findings: [], latest: 3, isWritten: true },
  ]
  expect(await logOf()).toEqual(before)
  await stepUntil(async () => (await logOf())?.isWritten === true, 1)
  // It is in a block and not final yet: whoever reads the list is not told that it stands there.
  expect(await writtenOf()).toContain(null)
  await chain.reorg(2)
  expect(await logOf()).toEqual(before)
  await stepUntil(async () => (await writtenOf()).every((row) => row !== null))
  expect(await logOf()).toEqual(written)
  await checkHidden(server, chain)
  await expect(write(minter, 3n)).rejects.toThrow('NotTheNext')
  await write(minter, 4n)
}

/** A proof that stands in the contract cannot be left out; one that was published meanwhile is no lie. */
async function checkHidden(server: TestServer, chain: TestChain): Promise<void> {
  const answers: Answer[] = []
  for (const number of [1, 2, 3]) {
    answers.push({ type: 'ok', message: ok(await server.call(readAttestation, { number })) })
  }
  const two = await startHouse(({ number }) => answers.slice(0, 2)[(number ?? 2) - 1])
  const check = (url: string) => runVerifier(url, '--rpc', chain.url)
  await expect(check(two.url)).rejects.toThrow('does not show')
  let newest = 2
  const three = await startHouse(({ number }) => {
    const answer = answers.slice(0, newest)[(number ?? newest) - 1]
    if (!answer) newest = 3
    return answer
  })
  expect((await check(three.url)).stdout).toContain('up to proof 3')
  for (const { close } of [two, three]) close()
}
