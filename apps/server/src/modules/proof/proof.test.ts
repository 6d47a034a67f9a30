import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { startRun } from '@btbc/contract/mining.ts'
import {
  listAttestations,
  readAttestation,
  readMyLines,
  readMyProof,
} from '@btbc/contract/proof.ts'
import { readStatement, transferCoins } from '@btbc/contract/wallet.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buildDeepProof } from '#testing/deep-proof.ts'
import { readOrder } from '#testing/exchange.ts'
import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import {
  checkSaved,
  checkStatement,
  numberIn,
  type Proof,
  runStatementVerifier,
  runVerifier,
  type Saved,
} from '#testing/verifiers.ts'

import { auditProofs } from './proof.audit.ts'

const codesOf = async (saved: Saved, expected?: number) =>
  (await checkSaved(saved, expected)).findings.map(([, code]) => code)

/** What the page /proof saves for a member. */
async function save(server: TestServer, member: TestMember): Promise<Saved> {
  const { list } = ok(await server.call(listAttestations))
  const numbers = list.map(({ number }) => number).toReversed()
  const attestations = []
  for (const number of numbers)
    attestations.push(ok(await server.call(readAttestation, { number })))
  const { proof } = ok(await server.call(readMyProof, {}, { as: member }))
  const { list: lines } = ok(await server.call(readMyLines, {}, { as: member }))
  const { entry } = (JSON.parse(attestations.at(-1)?.text ?? '') as { books: { entry: string } })
    .books
  return {
    attestations,
    member: member.id,
    proof,
    lines: lines.filter((line) => BigInt(line.entry) <= BigInt(entry)).toReversed(),
  }
}

test('every member finds themselves in a signed total, and anything that is changed is found', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  const take = async () => {
    await chainAll(server.db)
    return ok(await callOperator(server, takeSnapshotNow, {}, { as: rita })).number
  }
  const [alice, bob] = [
    await server.join('alice@example.test'),
    await server.join('bob@example.test'),
  ]
  await give(server, alice.id, currencies.USDT.id, 9000n)
  await give(server, bob.id, currencies.BTC.id, 1n)
  ok(await server.call(startRun, {}, { as: alice }))
  expect(await take()).toBe(1)

  // A batch of the exchange touches both; a transfer touches two accounts of one.
  await server.app.exchange.place(readOrder(`${bob.id} sell 0.05 BTC at 50000`))
  await server.app.exchange.place(readOrder(`${alice.id} buy 0.1 BTC at 60000`))
  ok(
    await server.call(
      transferCoins,
      { currency_id: 3, from_field: 'change', to_field: 'legal', number: '10.5' },
      { as: alice },
    ),
  )
  expect(await take()).toBe(2)

  const saved = await save(server, alice)
  const { findings, sums } = await checkSaved(saved)
  expect(findings).toEqual([])
  // 9,000 less 0.05 × 50,000; 0.05 BTC less the fee of a thousandth.
  expect(sums?.slice(0, 2)).toEqual([4_995_000n, 650_000_000_000n])
  expect(await codesOf(await save(server, bob))).toEqual([])
  expect(JSON.stringify(saved.proof).length).toBeLessThan(4096)

  await checkStatements(server, { saved, member: alice })
  const others = { ...saved, member: bob.id }
  expect(await codesOf(others)).toEqual(['not_mine'])
  expect(await codesOf({ ...saved, proof: null })).toEqual(['left_out'])
  for (const [what, changed, code] of tampered(saved)) {
    expect(await codesOf(changed), what).toContain(code)
  }

  // The same by a program that anyone can download, as they would run it.
  mkdirSync(server.dataDirectory, { recursive: true })
  const check = async (name: string, content: Saved) => {
    const file = path.join(server.dataDirectory, `${name}.json`)
    writeFileSync(file, JSON.stringify(content))
    return await runVerifier(file)
  }
  expect((await check('well', saved)).stdout).toContain('USDT 650000000000')
  await expect(check('other', others)).rejects.toThrow('the leaf is of another member')
  const { stdout } = await runVerifier(server.url)
  expect(stdout).toContain('Attestation 2')

  expect(await findingsOfOtherKey(server, saved)).toEqual([
    'attestation 3 is signed by another key than the one before',
  ])

  // Who came after it is not in it; its tree is not kept for ever.
  const carol = await server.join('carol@example.test')
  expect(ok(await server.call(readMyProof, {}, { as: carol })).proof).toBe(null)
  expect(refusal(await server.call(readAttestation, { number: 3 }))).toBe('proof_not_found')
  await server.pass({ days: 2 })
  expect(refusal(await server.call(readMyProof, {}, { as: alice }))).toBe('proof_not_found')
  expect(ok(await server.call(listAttestations)).total).toBe(2)
})

test('a proof of one among a million members leads to the root and is smaller than 4 kB', async () => {
  const saved = buildDeepProof()
  const { tree } = JSON.parse(saved.attestations[0]?.text ?? '') as { tree: { depth: number } }
  expect(tree.depth).toBe(21)
  expect(await codesOf({ ...saved, lines: [] })).toEqual(['lines', 'lines_sum'])
  expect((await checkSaved(saved)).findings).toEqual([])
  expect(JSON.stringify(saved.proof).length).toBeLessThan(4096)
})

test('two members cannot be shown one leaf: salt and lines have the lengths that are hashed', async () => {
  const [salted, other] = [Buffer.alloc(8), Buffer.alloc(8)]
  other.writeBigInt64BE(17n)
  const saved = buildDeepProof(Buffer.concat([other, randomBytes(24)]))
  expect(await codesOf(saved)).toEqual([])
  salted.writeBigInt64BE(BigInt(saved.member))
  const salt = Buffer.concat([Buffer.from(saved.proof.salt, 'base64url'), salted])
  const moved = { salt: salt.toString('base64url'), lines: saved.proof.lines.slice(16) }
  const shown = { ...saved, member: 17, proof: { ...saved.proof, member: 17, ...moved } }
  expect(await codesOf(shown)).toEqual(['format'])
})

/** The file that the app saves, and what is said of it when somebody has changed it, or the books. */
async function checkStatements(
  server: TestServer,
  { saved, member }: { saved: Saved; member: TestMember },
): Promise<void> {
  const request = { wallet: 'change', currency: currencies.USDT.id } as const
  const { list } = ok(await server.call(readStatement, request, { as: member }))
  const [proof] = ok(await server.call(listAttestations)).list
  const rows = list.map((line) => [
    line.order_no,
    line.created_at,
    line.kind,
    `"say ""${line.info}"", twice"`,
    line.value,
    line.balance,
  ])
  const end = [String(proof?.number), proof?.at ?? '', 'books.head', proof?.books ?? '', '', '']
  const columns = ['order_no', 'created_at', 'kind', 'info', 'value', 'balance']
  const csvOf = (body: string[][]) =>
    [columns, ...body].map((row) => `${row.join(',')}\r\n`).join('')
  const whole = csvOf([...rows, end])
  expect(rows).toHaveLength(3)
  expect(numberIn(whole)).toBe(2)
  expect(checkStatement(whole, saved)).toEqual({ count: 3, later: 0, findings: [] })
  const [newest = [], , oldest = []] = rows
  const codes = (body: string[][], proofOf = saved) =>
    checkStatement(csvOf(body), proofOf).findings.map(([name, code]) => `${name} ${code}`)
  const withRow = (row: string[]) => [row, ...rows.slice(1), end]
  expect(codes(withRow(newest.with(4, '-1.00000000')))).toEqual([`${newest[0]} unknown`])
  expect(codes(withRow(newest.with(2, 'fund.joined')))).toEqual([`${newest[0]} unknown`])
  expect(codes(withRow(newest.with(5, '1.00000000')))).toEqual([`${newest[0]} balance`])
  expect(codes([...rows.slice(0, 2), end])).toEqual([`${oldest[0]} missing`])
  expect(codes([...rows, end.with(3, '0'.repeat(64))])).toEqual(['2 head'])
  expect(codes([...rows, end.with(0, '7')])).toEqual(['7 head_unread'])
  expect(codes([['x']])).toEqual([' format'])
  const less = saved.lines?.filter(({ entry }) => `E${entry}` !== newest[0])
  expect(codes([...rows, end], { ...saved, lines: less ?? [] })).toEqual([`${newest[0]} unknown`])
  const first = saved.attestations.slice(0, 1)
  const { count, later } = checkStatement(whole, { ...saved, attestations: first })
  expect({ count, later }).toEqual({ count: 1, later: 2 })

  const [json, csv] = ['proof.json', 'statement.csv'].map((name) =>
    path.join(server.dataDirectory, name),
  ) as [string, string]
  writeFileSync(json, JSON.stringify(saved))
  writeFileSync(csv, whole)
  const program = [json, csv] as const
  expect((await runStatementVerifier(...program)).stdout).toContain('3 lines are as in the books')
  writeFileSync(csv, csvOf([...rows.slice(0, 2), end]))
  await expect(runStatementVerifier(...program)).rejects.toThrow('does not have')

  // One that is older than what was saved is asked of the house, and is not passed over.
  const [, before] = ok(await server.call(listAttestations)).list
  const older = end.with(0, '1').with(3, before?.books ?? '')
  writeFileSync(json, JSON.stringify({ ...saved, attestations: saved.attestations.slice(1) }))
  writeFileSync(csv, csvOf([...rows, older]))
  await expect(runStatementVerifier(...program)).rejects.toThrow('is not at hand')
  await runStatementVerifier(...program, server.url)
  writeFileSync(csv, csvOf([...rows, older.with(3, '0'.repeat(64))]))
  await expect(runStatementVerifier(...program, server.url)).rejects.toThrow('not the one that')
}

/** What the audit says of one that follows and is well signed, by a key that the house never had. */
async function findingsOfOtherKey(server: TestServer, { attestations }: Saved): Promise<string[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const text = JSON.stringify({
    ...(JSON.parse(attestations.at(-1)?.text ?? '') as object),
    number: 3,
    previous: createHash('sha256')
      .update(attestations.at(-1)?.text ?? '')
      .digest('hex'),
    key: publicKey.export({ format: 'jwk' }).x,
  })
  const signature = sign(null, Buffer.from(text), privateKey)
  const row = { number: 3, taken_at: server.clock.wallNow(), text, signature, coverage: '[]' }
  await server.db.insertInto('proof_attestation').values(row).execute()
  const found = await auditProofs(server.db)
  await server.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('proof_attestation').where('number', '=', 3).execute()
  })
  return found.map(({ detail }) => detail)
}

/** What somebody could change, and what is said about it. */
function* tampered(saved: Saved): Generator<[string, Saved, string]> {
  const { proof, lines = [] } = saved
  if (!proof) throw new Error('there is no proof')
  const [first, second] = saved.attestations
  if (!first || !second) throw new Error('there are no attestations')
  const withProof = (change: Partial<Proof>): Saved => ({
    ...saved,
    proof: { ...proof, ...change },
  })
  const withLast = (text: string): Saved => ({
    ...saved,
    attestations: [first, { ...second, text }],
  })
  const bumped = (text: string) => text.replace(/ (\d+)$/, (_, n: string) => ` ${BigInt(n) + 1n}`)
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  const [one, other] = proof.parts
  if (!one || !other) throw new Error('there are no two leaves')
  yield ['salt', withProof({ salt: flipped(proof.salt) }), 'root']
  yield ['sum', withProof({ parts: [{ ...one, sums: bumped(one.sums) }, other] }), 'root']
  const negative = one.sums.replace(/^\d+/, '-1')
  yield ['negative sum', withProof({ parts: [{ ...one, sums: negative }, other] }), 'negative']
  yield ['one leaf twice', withProof({ parts: [one, one] }), 'format']
  yield ['leaves swapped', withProof({ parts: [other, one] }), 'root']
  yield ['long salt', withProof({ salt: `${proof.salt}AAAA` }), 'format']
  yield ['short lines', withProof({ lines: proof.lines.slice(2) }), 'format']
  yield ['capital letters', withProof({ lines: 'A'.repeat(64) }), 'format']
  yield ['digest', withProof({ lines: proof.lines.replaceAll(/./g, '0') }), 'root']
  yield ['block', withProof({ block: proof.block === 0 ? 1 : 0 }), 'root']
  yield [
    'path',
    withProof({ high: [flipped(proof.high[0] ?? ''), ...proof.high.slice(1)] }),
    'root',
  ]
  yield ['sum of a path', withProof({ high: proof.high.map(bumped) }), 'root']
  yield ['short path', withProof({ high: proof.high.slice(1) }), 'format']
  yield ['line left out', { ...saved, lines: lines.slice(1) }, 'lines']
  yield ['figure', withLast(second.text.replace(/"held":"\d+"/, '"held":"7"')), 'signature']
  yield [
    'signature',
    { ...saved, attestations: [first, { ...second, signature: flipped(second.signature) }] },
    'signature',
  ]
  yield ['head of the books', withLast(second.text.replace(/"hash":"./, '"hash":"z')), 'format']
  const head = second.text.replace(/"hash":"(.)/, (_, n) => `"hash":"${n === '0' ? 1 : 0}`)
  yield ['other head of the books', withLast(head), 'signature']
  yield ['other root', withLast(second.text.replace(/"root":"[0-9a-f]/, '"root":"_')), 'format']
}
