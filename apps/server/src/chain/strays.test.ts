import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'

import { startTestChain, type TestChain } from '#testing/chain.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { signBytes } from './bytes.ts'
import { balanceOnChain, CONFIRMATIONS } from './chain.ts'
import { readHead } from './head.ts'
import { pinChain } from './pin.ts'
import { createSigner } from './signer.ts'
import { queueTransaction } from './transactions.ts'
import { toChain } from './units.ts'

const { USDT } = currencies
const PRICE = 10n

/** A signer that has just started, on books that may be older than the chain. */
function startSigner(server: TestServer, chain: TestChain, ended: string[]) {
  const told = (what: string) => async (_: unknown, row: { ref_id: bigint }) => {
    ended.push(`${what} ${row.ref_id}`)
  }
  const faucet = { onFinal: told('final'), onFailed: told('failed') }
  const parts = { db: server.db, chain, purposes: { faucet }, owner: 'the test' }
  const signer = createSigner({ ...parts, report: () => undefined })
  return async () => {
    const { clock } = server
    await signer.run({ now: clock.now(), wallNow: clock.wallNow(), head: await readHead(chain) })
  }
}

/** As the server did that the books were lost of: signed, sent, mined. */
async function sendUnknown(chain: TestChain, asked: { to: string; amount: bigint; nonce: bigint }) {
  const row = {
    purpose: 'faucet',
    from_key: 'hot',
    currency: USDT.id,
    gas_limit: 100_000n,
    data: null,
  }
  const call = { ...row, to_address: asked.to, amount: asked.amount, nonce: asked.nonce }
  const { raw, hash } = await signBytes(chain, call, PRICE)
  await chain.rpc.sendRawTransaction({ serializedTransaction: `0x${raw.toString('hex')}` })
  return hash
}

test('what older books have still to send, and was sent since, is not sent once more', async () => {
  const chain = await startTestChain()
  const server = await startTestServer()
  await pinChain(server.db, chain, server.clock.now())
  const queue = async (refId: bigint, to: string, amount: bigint) =>
    await server.db.transaction().execute((tx) =>
      queueTransaction(tx, {
        purpose: 'faucet',
        from: 'hot',
        currency: USDT.id,
        now: server.clock.now(),
        refId,
        to,
        amount,
      }),
    )
  const [ann, bob, cid] = [someone(), someone(), someone()]
  const held = async (address: typeof ann) =>
    await balanceOnChain(chain, { coin: USDT.id, address })
  const ended: string[] = []

  // The books know a sending to Ann; its fee was bid for again after the back-up, and Bob's and Cid's were sent.
  const first = startSigner(server, chain, ended)
  await queue(1n, ann, UNIT)
  await first()
  await chain.node('anvil_dropAllTransactions')
  const row = {
    purpose: 'faucet',
    from_key: 'hot',
    currency: USDT.id,
    gas_limit: 100_000n,
    data: null,
  }
  const again = await signBytes(
    chain,
    { ...row, to_address: ann, amount: UNIT, nonce: 0n },
    2n * PRICE,
  )
  await chain.rpc.sendRawTransaction({ serializedTransaction: `0x${again.raw.toString('hex')}` })
  const toBob = await sendUnknown(chain, { to: bob, amount: 2n * UNIT, nonce: 1n })
  await queue(2n, bob, 2n * UNIT)
  await queue(3n, bob, 5n * UNIT)

  // In no block, then in one that is not final: nothing is signed meanwhile.
  const turn = startSigner(server, chain, ended)
  const signed = async () => await readNonces(server)
  await turn()
  expect(await signed()).toEqual([0n, null, null])
  await chain.mine(1)
  await sendUnknown(chain, { to: cid, amount: 3n * UNIT, nonce: 2n })
  await chain.mine(1)
  await turn()
  expect(await signed()).toEqual([0n, null, null])
  await chain.mine(CONFIRMATIONS)
  await turn()
  expect(await signed()).toEqual([0n, 1n, 3n])
  await chain.mine(CONFIRMATIONS + 1)
  await turn()
  await turn()
  expect(ended.toSorted()).toEqual(['final 1', 'final 2', 'final 3'])
  expect([await held(ann), await held(bob)]).toEqual([toChain(UNIT), toChain(7n * UNIT)])
  const strays = await server.db
    .selectFrom('chain_stray')
    .select(['hash', 'taken_by'])
    .orderBy('nonce')
    .execute()
  expect(strays).toMatchObject([{ hash: toBob, taken_by: 2n }, { taken_by: null }])

  // Cid asks for it once more, since the books know nothing of it: it was sent already.
  await queue(4n, cid, 3n * UNIT)
  await turn()
  await turn()
  expect(ended).toContain('final 4')
  expect(await held(cid)).toBe(toChain(3n * UNIT))
  expect(await signed()).toEqual([0n, 1n, 3n, 2n])
})

async function readNonces(server: TestServer): Promise<(bigint | null)[]> {
  const rows = await server.db
    .selectFrom('chain_transaction')
    .select('nonce')
    .orderBy('ref_id')
    .execute()
  return rows.map(({ nonce }) => nonce)
}

function someone() {
  return privateKeyToAddress(generatePrivateKey())
}
