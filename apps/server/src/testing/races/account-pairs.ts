import { buyLaunches, readLaunches, startRun } from '@btbc/contract/mining.ts'
import { beginStepUp, proveStepUp, requestConfirmationCode } from '@btbc/contract/security.ts'
import { registerMember, requestCode } from '@btbc/contract/session.ts'
import { expect } from 'vitest'

import { OUTSIDE } from '#testing/withdrawals.ts'
import { newKey, ok } from '#testing/server.ts'

import { allTheSame, expectOne, inTurn, inWallet, type Pair, transfer } from './world.ts'

/** Pairs of a member's own account: proofs, launches, and the account itself. */

export const accountPairs: readonly Pair[] = [
  {
    name: 'prove × prove of one challenge by one code',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const payload = { address: OUTSIDE }
      const begun = ok(
        await server.call(beginStepUp, { action: 'address_add', payload }, { as: ada }),
      )
      const { challenge_id } = begun
      ok(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))
      const code = await server.lastCode(ada.mail)
      const request = { challenge_id, method: 'code' as const, code }
      return {
        calls: allTheSame(() => server.call(proveStepUp, request, { as: ada })),
        check: (outcomes) => expectOne(outcomes, 'step_up_invalid', 'step_up_wrong'),
      }
    },
  },
  {
    name: 'start_all × start_all with one launch',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const left = async () => ok(await server.call(readLaunches, {}, { as: ada })).free_times
      const before = await left()
      const start = () => server.call(startRun, {}, { as: ada, key: newKey(), method: 'POST' })
      return {
        calls: allTheSame(start),
        async check(outcomes) {
          expectOne(outcomes, 'machine_started')
          expect(await left()).toBe(before - 1)
        },
      }
    },
  },
  {
    name: 'launches bought × transfer of one balance',
    async ready(world) {
      const { server } = world
      const ada = await world.member(7n)
      return {
        calls: inTurn(
          () => server.call(buyLaunches, { times: 7 }, { as: ada, key: newKey() }),
          () => transfer(world, ada, { number: '7' }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 0n })
        },
      }
    },
  },
  {
    name: 'register × register of one address with one code',
    async ready({ server }) {
      const mail = `${newKey()}@example.test`
      ok(await server.call(requestCode, { user_string: mail, agreed: true }))
      const code = await server.lastCode(mail)
      const password = 'copper-kettle-42'
      const account = { type: 'email', email: mail, user_string: mail, area_code: '86' } as const
      const asked = { ...account, code, password, re_password: password, agreed: true }
      return {
        calls: allTheSame((at) => {
          const mobile = `137${String(Date.now() % 1e6).padStart(6, '0')}${10 + at}`
          return server.call(registerMember, { ...asked, mobile })
        }),
        async check(outcomes) {
          expectOne(outcomes, 'mail_taken', 'code_wrong')
          const members = server.db.selectFrom('member').select('id').where('mail', '=', mail)
          expect(await members.execute()).toHaveLength(1)
        },
      }
    },
  },
]
