import type { Random } from '@btbc/matching/random-flow.ts'

/** What goes wrong in a run and how often, of a thousand: drawn anew for each seed, many of them never. */
export type Weather = {
  /** The connection is lost, and the statement never arrived. */
  unsent: number
  /** It was done, and the answer is lost. */
  unheard: number
  /** The connection is lost, and the statement is done a while later. */
  late: number
  /** The database says no for reasons of its own: a deadlock, a full disk. */
  refused: number
  /** The disk takes long. */
  slow: number
  /** About how many seconds lie between two; 0 for never. */
  crash: number
  stall: number
  clockJump: number
  outage: number
  /** Of a thousand commands: one is delivered twice. */
  twice: number
  /** Others take from the wallets that orders count on. */
  outside: number
  /** How long a statement takes as a rule, and how long between two commands. */
  statementUs: number
  pauseUs: number
  batchOrdersMax: number
}

export function drawWeather(random: Random): Weather {
  const often = (most: number): number => (random.chance(0.4) ? 0 : random.below(most + 1))
  const every = (): number => random.pick([0, 0, 2, 10, 40])
  return {
    unsent: often(12),
    unheard: often(12),
    late: often(12),
    refused: often(12),
    slow: often(20),
    crash: every(),
    stall: every(),
    clockJump: every(),
    outage: every(),
    twice: often(200),
    outside: often(200),
    statementUs: random.pick([200, 1_000, 5_000, 20_000]),
    pauseUs: random.pick([1_000, 5_000, 20_000, 100_000]),
    batchOrdersMax: random.pick([1, 6, 40, 1_000]),
  }
}

export const calm = {
  unsent: 0,
  unheard: 0,
  late: 0,
  refused: 0,
  slow: 0,
  crash: 0,
  stall: 0,
  clockJump: 0,
  outage: 0,
  twice: 0,
  outside: 0,
}
