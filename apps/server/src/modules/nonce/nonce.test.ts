import { listStuckNonces, proposeReplacingNonce } from '@btbc/contract/operator/nonce.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS, custodyOfHouse } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { listOf, out, spotOf } from '#testing/withdrawals.ts'
import { booksOfCustody, startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

/** Two withdrawals are signed, and no block takes the first one. */

const { USDT } = currencies
const reason = 'no block takes it'
test('two operators free a stuck nonce: what is behind it arrives, and the stuck withdrawal comes back', async () => {
  const { server, chain, ada, turn, replace, first, second } = await start()
  await replace()
  await turn()
  await chain.mine(CONFIRMATIONS + 1)
  await turn()
  await turn()
  expect(await listOf(server, ada)).toMatchObject([
    { state: 'done' },
    { state: 'rejected', remark: expect.stringContaining('freed') },
  ])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: first })).toBe(0n)
  expect(await balanceOnChain(chain, { coin: USDT.id, address: second })).toBe(toChain(99n * UNIT))
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 0n })
  expect(await booksOfCustody(server.db)).toEqual(await custodyOfHouse(chain))
})

test('when the original is mined after all it counts, and the empty one is nothing', async () => {
  const { server, chain, ada, turn, replace, first, original } = await start()
  await replace()
  await turn()
  const { hash } = await server.db
    .selectFrom('chain_attempt')
    .select('hash')
    .where('is_empty', '=', true)
    .executeTakeFirstOrThrow()
  await chain.node('anvil_dropTransaction', [hash])
  await chain.rpc.sendRawTransaction({ serializedTransaction: original })
  // With the empty one the node has dropped what came after it: that is sent again.
  for (let round = 0; round < 2; round += 1) {
    await chain.mine(CONFIRMATIONS + 1)
    await turn()
  }
  await turn()
  expect(await listOf(server, ada)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await balanceOnChain(chain, { coin: USDT.id, address: first })).toBe(toChain(99n * UNIT))
  expect(await spotOf(server, ada)).toEqual({ available: 800n * UNIT, held: 0n })
  expect(await booksOfCustody(server.db)).toEqual(await custodyOfHouse(chain))
})

async function start() {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, 1000n)
  const turn = async () => await server.app.chainWorks?.step()
  const [first, second] = [someone(), someone()]
  for (const address of [first, second]) ok(await out(server, ada, { address }))
  await server.pass({ hours: 24 })
  await turn()
  const rows = await server.db
    .selectFrom('chain_transaction')
    .innerJoin('chain_attempt', 'chain_attempt.transaction_id', 'chain_transaction.id')
    .select(['chain_transaction.id', 'chain_attempt.raw'])
    .where('purpose', '=', 'withdrawal')
    .where('to_address', '=', first)
    .execute()
  const [stuck] = rows
  if (!stuck) throw new Error('nothing was signed')
  const [rita, fin] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Fin', ['finance'])]
  const propose = () =>
    callOperator(server, proposeReplacingNonce, { id: Number(stuck.id), reason }, { as: rita })
  const replace = async () => {
    expect(refusal(await propose())).toBe('nonce_not_stuck')
    await server.pass({ minutes: 4 })
    const shown = ok(await callOperator(server, listStuckNonces, {}, { as: fin }))
    expect(shown.stuck.find(({ key }) => key === 'hot')).toMatchObject({
      id: Number(stuck.id),
      waiting: 1,
      is_replaced: false,
      proposal: null,
    })
    const { id } = ok(await propose())
    expect(refusal(await propose())).toBe('proposal_pending')
    const decision = { id, decision: 'accept', reason } as const
    const decide = (as: { token: string }) => callOperator(server, decideProposal, decision, { as })
    expect(refusal(await decide(rita))).toBe('proposal_own')
    ok(await decide(fin))
  }
  const original = `0x${stuck.raw.toString('hex')}` as const
  return { server, chain, ada, turn, replace, first, second, original }
}

const someone = () => privateKeyToAddress(generatePrivateKey())
