import { receivePacket } from '@btbc/contract/packet.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { parseAmount, formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { newKey, ok, startTestServer } from '#testing/server.ts'

import { openDesk, publish } from '#testing/packets.ts'

/** Any order of publishing, taking and waiting: no unit of a budget is ever anywhere else. */

const { USDT } = currencies
const POOL = 1_000n * UNIT
const RUNS = process.env['BTBC_CAMPAIGN'] === '1' ? 40 : 2

type Packet = {
  code: string
  budget: bigint
  shares: number
  taken: number
  hours: number
  paid: bigint
}
type Step =
  | { do: 'publish'; cents: number; shares: number; random: boolean; hours: number }
  | { do: 'take'; which: number; member: number }
  | { do: 'wait'; hours: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('publish' as const),
    cents: fc.integer({ min: 1, max: 2_000 }),
    shares: fc.integer({ min: 1, max: 4 }),
    random: fc.boolean(),
    hours: fc.integer({ min: 1, max: 48 }),
  }),
  fc.record({
    do: fc.constant('take' as const),
    which: fc.nat({ max: 4 }),
    member: fc.nat({ max: 2 }),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
)

test(
  'budgets published are what is reserved, paid and returned, at every step',
  async () => {
    const steps = fc.array(step, { minLength: 10, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const server = await startTestServer()
        const desk = await openDesk(server)
        const members = []
        for (const name of ['a', 'b', 'c']) members.push(await server.join(`${name}@example.test`))
        const packets: Packet[] = []
        let hours = 0
        for (const each of all) {
          if (each.do === 'publish') {
            const { shares, random } = each
            const budget = BigInt(each.cents * shares) * (UNIT / 100n) + (random ? 3n : 0n)
            const code = `PACKET${packets.length}`
            const split = random ? ('random' as const) : ('equal' as const)
            await publish(server, desk, {
              code,
              budget: formatAmount(budget),
              shares,
              split,
              hours: each.hours,
            })
            packets.push({ code, budget, shares, taken: 0, hours: hours + each.hours, paid: 0n })
          } else if (each.do === 'wait') {
            hours += each.hours
            server.clock.passBusiness({ hours: each.hours })
            await server.app.jobs.sweep()
          } else {
            const packet = packets[each.which]
            const as = members[each.member]
            if (!packet || !as) continue
            const { code } = packet
            const answer = await server.call(receivePacket, { code }, { as, key: newKey() })
            if (answer.type === 'ok') {
              expect(packet.taken < packet.shares && packet.hours > hours).toBe(true)
              packet.taken += 1
              packet.paid += parseAmount(answer.message.amount) ?? 0n
            }
          }
          const open = packets.filter((packet) => packet.hours > hours)
          const reserved = sum(open, ({ budget, paid }) => budget - paid)
          expect(await inHouse(server, 'reserve:red_packet', USDT.id)).toBe(reserved)
          const pool = await inHouse(server, 'pool:red_packet', USDT.id)
          expect(pool).toBe(POOL - sum(packets, ({ paid }) => paid) - reserved)
        }
        const { currencies: books } = ok(await server.call(readSolvency))
        expect(books.every(({ agrees }) => agrees)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 40_000,
)

function sum(packets: readonly Packet[], amount: (packet: Packet) => bigint): bigint {
  return packets.reduce((total, packet) => total + amount(packet), 0n)
}
