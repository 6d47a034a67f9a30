import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal, listProposals } from '@btbc/contract/operator/proposal.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { USDT, LAUNCH } = currencies
const reason = 'the pool runs low'
const funding = {
  pool: 'lock',
  currency: USDT.id,
  from: 'treasury',
  amount: '250.5',
  reason,
} as const

test('a pool is filled by two, once, from the house and never beyond what it has', async () => {
  const server = await startTestServer({ rateLimits: false })
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  const before = await lockPool(server)
  const proposal = ok(await callOperator(server, proposeFunding, funding, { as: olga }))
  expect(proposal.summary).toBe('250.5 USDT from treasury to the pool lock')
  const twice = await callOperator(server, proposeFunding, funding, { as: otto })
  expect(refusal(twice)).toBe('proposal_pending')
  const accept = { id: proposal.id, decision: 'accept' as const, reason }
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => callOperator(server, decideProposal, accept, { as: otto })),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect((await lockPool(server)) - before).toBe(25_050_000_000n)
  const ofKinds = (kinds: string) => callOperator(server, listProposals, { kinds }, { as: otto })
  expect(ok(await ofKinds('lock.terms,pool.fund')).list).toMatchObject([{ id: proposal.id }])
  expect(ok(await ofKinds('lock.terms')).list).toEqual([])
  expect(refusal(await ofKinds('lock.terms,nothing'))).toBe('invalid_request')
  const tooMuch = { ...funding, amount: '100000000' }
  const short = await callOperator(server, proposeFunding, tooMuch, { as: olga })
  expect(refusal(short)).toBe('pool_source_short')
  const odd = [
    { ...funding, from: 'issuance' as const },
    { ...funding, pool: 'welcome' as const },
    { ...funding, pool: 'treasury' as const },
  ]
  for (const each of odd) {
    expect(refusal(await callOperator(server, proposeFunding, each, { as: olga }))).toBe(
      'pool_unknown',
    )
  }
  const half = {
    ...funding,
    pool: 'referral',
    currency: LAUNCH.id,
    from: 'issuance',
    amount: '0.5',
  } as const
  expect(refusal(await callOperator(server, proposeFunding, half, { as: olga }))).toBe(
    'invalid_request',
  )
})

async function lockPool(server: TestServer): Promise<bigint> {
  return (await balanceOf(server.db, houseAccount('pool:lock', USDT.id))).available
}
