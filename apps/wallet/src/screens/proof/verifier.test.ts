import { createHash, generateKeyPairSync, sign } from 'node:crypto'

import { afterEach, expect, test, vi } from 'vitest'

import { checkNewest } from '#screens/proof/verifier.ts'

// As the house serves it.
vi.mock('/verify.mjs', async () => await vi.importActual('../../../public/verify.mjs'))

afterEach(() => {
  vi.unstubAllGlobals()
})

type Signed = { number: number; text: string; signature: string }

const newKey = () => generateKeyPairSync('ed25519')

type Figures = { owed: Record<'available' | 'held' | 'unclaimed', string> }

/** Of a house that owes nothing but this. */
function attest(
  number: number,
  before: Signed | null,
  { publicKey, privateKey } = key,
  currencies: readonly Figures[] = [],
): Signed {
  const text = JSON.stringify({
    format: 'btbc-proof-1',
    number,
    at: '2026-11-23T00:00:00.000Z',
    previous: before && createHash('sha256').update(before.text).digest('hex'),
    key: publicKey.export({ format: 'jwk' }).x,
    books: { position: '1', entry: '1', hash: '0'.repeat(64) },
    tree: {
      depth: 10,
      root: '0'.repeat(64),
      sums: currencies.map(({ owed }) => owed.available),
    },
    currencies,
  })
  return {
    number,
    text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}
const key = newKey()

async function findingsOf(newest: Signed, before: Signed) {
  vi.stubGlobal('fetch', async (url: string) => {
    const message = url.includes(`number=${newest.number - 1}`) ? before : newest
    return Response.json({ type: 'ok', message })
  })
  return (await checkNewest(undefined))?.findings
}

test('the newest follows from one that was read and holds, and from nothing else', async () => {
  const first = attest(1, null)
  const second = attest(2, first)
  expect(await findingsOf(second, first)).toEqual([])
  const strange = attest(2, first, newKey())
  expect(await findingsOf(strange, first)).toEqual(['key'])
  expect(await findingsOf(strange, { number: 1, text: '{}', signature: '' })).toEqual(['previous'])
  expect(await findingsOf(second, { ...first, signature: second.signature })).toEqual(['previous'])
  // One that is said to be the first has nothing before it to be read.
  expect(await findingsOf({ ...second, number: 1 }, first)).toEqual(['previous'])
})

test('what is on its way covers nothing of what is owed', async () => {
  const first = attest(1, null)
  const withGas = (gas: string, custody: string) => {
    const owed = { available: '100', held: '0', unclaimed: '0' }
    const house = { pools: {}, reserves: {}, fees: '1', dust: '0', suspense: '10', gas }
    return attest(2, first, key, [
      { owed, ...house, promises: '0', custody, issued: '0' } as Figures,
    ])
  }
  expect(await findingsOf(withGas('-1', '110'), first)).toEqual([])
  expect(await findingsOf(withGas('-2', '109'), first)).toEqual(['uncovered'])
})
