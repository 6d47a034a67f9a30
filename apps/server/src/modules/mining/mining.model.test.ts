import { readProfile } from '@btbc/contract/account.ts'
import {
  buyMachine,
  listMachines,
  readLaunches,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

/**
 * Any order of starts, purchases and waiting against the plainest account of the same: a list of
 * machines, a list of runs, fractions that are only floored where they are shown.
 */

const BASE_PER_HOUR = 100_000n
const DAYS = 2

type Model = {
  nowMs: number
  launches: number
  unclaimed: bigint
  bonus: bigint
  machines: Map<number, { income: bigint; runs: number; busy: boolean }>
  open: { startMs: number; output: bigint; base: boolean; machines: number[] }[]
}

type Step =
  | { do: 'start all' }
  | { do: 'start one'; which: number }
  | { do: 'buy'; which: number }
  | { do: 'wait'; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'start all' } as const),
  fc.record({ do: fc.constant('start one' as const), which: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('buy' as const), which: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30 * HOUR_MS }) }),
)

const incomes = [50_000_000n, 280_000_000n]

const TEST_MS_MAX = 240_000

test(
  'any order of starts, purchases and waiting gives what a plain account of it gives',
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 2 }), async (all, invitees) => {
        const server = await startTestServer()
        const { member, model } = await begin(server, invitees)
        for (const each of all) {
          await act(server, member, model, each)
          await compare(server, member, model)
        }
      }),
      { numRuns: 6 },
    )
  },
  TEST_MS_MAX,
)

async function begin(server: TestServer, invitees: number) {
  const member = await server.join('alice@example.test')
  for (const code of ['s-1', 's-2', 's-3', 'c-1']) {
    await settle(server, `machine.${code}`, { days: String(DAYS), limit: '0' })
  }
  await give(server, member.id, currencies.USDT.id, 3000n)
  const code = ok(await server.call(readProfile, {}, { as: member })).extension_code
  for (let n = 0; n < invitees; n += 1) {
    const invitee = await server.join(`invitee${n}@example.test`, { extensionCode: code })
    ok(await server.call(startRun, {}, { as: invitee }))
  }
  if (invitees > 0) await server.pass({ hours: 24 })
  const model: Model = {
    nowMs: server.clock.now().getTime(),
    launches: 7 * (1 + invitees),
    unclaimed: 0n,
    bonus: 10n * BigInt(invitees),
    machines: new Map(),
    open: [],
  }
  return { member, model }
}

async function act(server: TestServer, as: { token: string }, model: Model, each: Step) {
  if (each.do === 'wait') {
    // Half of the waits are noticed by the sweep, half by the first read.
    if (each.ms % 2 === 0) await server.pass({ seconds: each.ms / 1000 })
    else server.clock.pass({ seconds: each.ms / 1000 })
    model.nowMs += each.ms
    closeEnded(model)
  } else if (each.do === 'buy') {
    const { id } = ok(await server.call(buyMachine, { id: each.which + 1 }, { as }))
    model.machines.set(id, { income: incomes[each.which] ?? 0n, runs: 0, busy: false })
  } else if (each.do === 'start all') {
    const idle = [...model.machines].filter(([, machine]) => isIdle(machine)).map(([id]) => id)
    const base = !model.open.some((run) => run.base)
    const expected = base || idle.length > 0 ? undefined : 'machine_started'
    start(model, await server.call(startRun, {}, { as }), { base, idle, expected })
  } else {
    const id = [...model.machines.keys()][each.which]
    if (id === undefined) return
    const machine = model.machines.get(id)
    const expected = machine?.busy
      ? 'machine_started'
      : machine?.runs === DAYS
        ? 'machine_finished'
        : undefined
    const answer = await server.call(startMachine, { id }, { as })
    start(model, answer, { base: false, idle: [id], expected })
  }
}

function isIdle(machine: { runs: number; busy: boolean }): boolean {
  return !machine.busy && machine.runs < DAYS
}

function start(
  model: Model,
  answer: { type: 'ok' } | { type: 'error' | 999; code: string },
  { base, idle, expected }: { base: boolean; idle: number[]; expected: string | undefined },
): void {
  const refused = expected ?? (model.launches === 0 ? 'no_launches' : undefined)
  expect(answer.type === 'ok' ? undefined : answer.code).toBe(refused)
  if (refused !== undefined) return
  let perDay = base ? 24n * BASE_PER_HOUR : 0n
  for (const id of idle) {
    const machine = model.machines.get(id)
    perDay += machine?.income ?? 0n
    if (machine) machine.busy = true
  }
  const output = (perDay * (100n + model.bonus)) / 100n
  model.open.push({ startMs: model.nowMs, output, base, machines: idle })
  model.launches -= 1
}

function closeEnded(model: Model): void {
  for (const run of model.open.filter((each) => each.startMs + DAY_MS <= model.nowMs)) {
    model.unclaimed += run.output
    for (const id of run.machines) {
      const machine = model.machines.get(id)
      if (machine) Object.assign(machine, { busy: false, runs: machine.runs + 1 })
    }
  }
  model.open = model.open.filter((each) => each.startMs + DAY_MS > model.nowMs)
}

async function compare(server: TestServer, as: { token: string }, model: Model) {
  const { team } = ok(await server.call(readTeam, {}, { as }))
  const reward = ok(await server.call(readOutput, {}, { as }))
  const launches = ok(await server.call(readLaunches, {}, { as }))
  const machines = ok(await server.call(listMachines, {}, { as }))
  const running = model.open.reduce(
    (sum, run) => sum + (run.output * BigInt(model.nowMs - run.startMs)) / BigInt(DAY_MS),
    0n,
  )
  const lastEnd = Math.max(model.nowMs, ...model.open.map((run) => run.startMs + DAY_MS))
  expect(team.now).toBe(new Date(model.nowMs).toISOString())
  expect(units(team.run_output)).toBe(running)
  expect(team.count_down).toBe(Math.ceil((lastEnd - model.nowMs) / 1000))
  expect(team.runs).toHaveLength(model.open.length)
  expect(units(reward.receive_amount)).toBe(model.unclaimed + running)
  expect(launches.free_times).toBe(model.launches)
  expect(new Map(machines.map((each) => [each.id, [each.status, each.runs_done]]))).toEqual(
    new Map(
      [...model.machines].map(([id, { busy, runs }]) => [
        id,
        [busy ? 1 : runs === DAYS ? 2 : 0, runs],
      ]),
    ),
  )
  const { currencies: books } = ok(await server.call(readSolvency))
  expect(books.filter((row) => !row.agrees)).toEqual([])
}

function units(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
