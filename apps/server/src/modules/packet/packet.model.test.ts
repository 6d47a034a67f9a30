import { proposeEndingPacket } from '@btbc/contract/operator/packet.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { receivePacket as receivePacketCall } from '@btbc/contract/packet.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { parseAmount, formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { killed } from '#testing/kills.ts'
import { callOperator } from '#testing/operators.ts'
import { newKey, ok, startTestServer, type TestServer } from '#testing/server.ts'

import { type Desk, openDesk, publish, reason } from '#testing/packets.ts'

import { endPackets } from './packet.end.ts'
import { receivePacket } from './packet.receive.ts'

/** Any order of publishing, taking, waiting, ending early and being killed: no unit of a budget is ever anywhere else. */

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
  | { do: 'end'; which: number }
  | { do: 'kill'; which: number; member: number }

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
  fc.record({ do: fc.constant('end' as const), which: fc.nat({ max: 4 }) }),
  fc.record({
    do: fc.constant('kill' as const),
    which: fc.nat({ max: 4 }),
    member: fc.nat({ max: 2 }),
  }),
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
          } else if (each.do === 'end') {
            const isEnded = await endEarly(server, desk, each.which + 1)
            const packet = packets[each.which]
            if (packet && isEnded) packet.hours = hours
          } else if (each.do === 'kill') {
            const as = members[each.member]
            if (as) await killShare(server, as.id, packets[each.which]?.code ?? 'NOTHING')
            await killed(server, (tx) => endPackets(tx, server.clock.now()))
          } else {
            const packet = packets[each.which]
            const as = members[each.member]
            if (!packet || !as) continue
            const { code } = packet
            const answer = await server.call(receivePacketCall, { code }, { as, key: newKey() })
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

/** Proposed by one and accepted by the other, if it is open still. */
async function endEarly(server: TestServer, { olga, otto }: Desk, id: number): Promise<boolean> {
  const asked = await callOperator(server, proposeEndingPacket, { id, reason }, { as: olga })
  if (asked.type !== 'ok') return false
  const accepted = { id: asked.message.id, decision: 'accept' as const, reason }
  ok(await callOperator(server, decideProposal, accepted, { as: otto }))
  return true
}

/** A share, or the no to it, whose connection is lost before the commit. */
async function killShare(server: TestServer, memberId: number, code: string): Promise<void> {
  const now = server.clock.now()
  const wallNow = server.clock.wallNow()
  const origin = {
    ip: '192.0.2.1',
    network: '192.0.2.1',
    neighbourhood: '192.0.2.0/24',
    local: false,
  }
  await killed(server, (tx) =>
    receivePacket(tx, { memberId, request: { code }, origin, now, wallNow }),
  )
}

function sum(packets: readonly Packet[], amount: (packet: Packet) => bigint): bigint {
  return packets.reduce((total, packet) => total + amount(packet), 0n)
}
