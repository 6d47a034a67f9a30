import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { listAttestations } from '@btbc/contract/proof.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer } from '#testing/server.ts'

test('a snapshot that is asked for again under its key is the one that was taken', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  const take = (key: string) =>
    callOperator(server, takeSnapshotNow, {}, { as: rita, headers: { 'idempotency-key': key } })
  const [once, again, other] = [await take('one'), await take('one'), await take('two')]
  expect([once, again, other].map((taken) => ok(taken).number)).toEqual([1, 1, 2])
  expect(ok(await server.call(listAttestations, {})).list.map(({ number }) => number)).toEqual([
    2, 1,
  ])
})
