import { setTimeout as sleep } from 'node:timers/promises'

import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { claimOutput, readOutput } from '@btbc/contract/rewards.ts'
import { logIn } from '@btbc/contract/session.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { newKey, ok, type TestMember } from '#testing/server.ts'

import {
  allTheSame,
  type Answer,
  done,
  expectOne,
  expectTold,
  inTurn,
  type Pair,
  type World,
} from './world.ts'

/** Pairs that wait for blocks: coins of the faucet, and claims of what was minted. */

const { BTBC, USDT } = currencies

export const chainPairs: readonly Pair[] = [
  {
    name: 'faucet × faucet',
    async ready(world) {
      const { server, chain } = world
      const ada = await world.member()
      const asked = { waiting: 0 }
      const ask = async () => {
        asked.waiting += 1
        const answer = await server
          .call(requestTestCoins, { currency: USDT.id }, { as: ada, key: newKey() })
          .finally(() => (asked.waiting -= 1))
        return answer
      }
      const makeBlocks = async () => {
        while (asked.waiting > 0) {
          await server.app.chainWorks?.step()
          await chain.mine(1)
          await sleep(100)
        }
      }
      return {
        calls: allTheSame(async (at) => {
          const answer = ask()
          if (at === 0) await makeBlocks()
          return await answer
        }),
        check: (outcomes) => expectOne(outcomes, 'faucet_wait'),
      }
    },
  },
  {
    name: 'claim × claim of all that is claimable',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const as = await mineForADay(world, ada, ada)
      await mintAll(world)
      const { can_receive: amount } = ok(await server.call(readOutput, {}, { as }))
      expect(amount).toBe('0.02400000')
      const account = memberAccount(ada.id, 'change', BTBC.id)
      const before = await balanceOf(server.db, account)
      return {
        calls: allTheSame(() =>
          server.call(claimOutput, { amount }, { as, key: newKey(), method: 'POST' }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'claim_unavailable', 'claim_over', 'claim_not_on_chain')
          const after = await balanceOf(server.db, account)
          expect(after.available).toBeGreaterThan(before.available)
        },
      }
    },
  },
  {
    name: 'claim × mint batch of what was mined since',
    async ready(world) {
      const { server, chain } = world
      const ada = await world.member()
      const first = await mineForADay(world, ada, ada)
      await mintAll(world)
      const as = await mineForADay(world, ada, first)
      const amount = '0.02400000'
      const account = memberAccount(ada.id, 'change', BTBC.id)
      const before = await balanceOf(server.db, account)
      server.clock.pass({ minutes: 11 })
      // Where a batch meets a claim the database refuses the batch, and its next turn makes it.
      const metAClaim = (error: unknown) => {
        if (!String(error).includes('could not serialize')) throw error
      }
      const batch = async (): Promise<Answer> => {
        await server.app.chainWorks?.step().catch(metAClaim)
        await chain.mine(CONFIRMATIONS + 1)
        return { type: 'ok', message: {} }
      }
      const claim = () =>
        server.call(claimOutput, { amount }, { as, key: newKey(), method: 'POST' })
      return {
        calls: inTurn(claim, batch),
        async check(outcomes) {
          expect(done(outcomes, 'left')).toBe(1)
          // The first claim was free. What the batch has minted before a later one would cost more than it is.
          const noes = ['claim_unavailable', 'claim_over', 'claim_not_on_chain'] as const
          expectTold(outcomes, ...noes, 'claim_below_fee')
          await mintAll(world)
          // Two days were mined: what was claimed is there, and the rest can be.
          const left = ok(await server.call(readOutput, {}, { as }))
          const claimed = (await balanceOf(server.db, account)).available - before.available
          expect([claimed, parseAmount(left.can_receive)]).toEqual([2_400_000n, 2_400_000n])
        },
      }
    },
  },
]

/** A run from its start to its end, and a new session after it. */
async function mineForADay({ server }: World, ada: TestMember, as: { token: string }) {
  ok(await server.call(startRun, {}, { as }))
  await server.pass({ hours: 24 })
  const again = { user_string: ada.mail, password: ada.password, type: 1 as const }
  return { token: ok(await server.call(logIn, again)) }
}

/** The first batch of a chain is what existed before it. */
async function mintAll({ server, chain }: World): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await server.pass({ minutes: 11 })
    await server.app.chainWorks?.step()
    await chain.mine(CONFIRMATIONS + 1)
  }
  await server.app.chainWorks?.step()
}
