import type { Random } from '@btbc/matching/random-flow.ts'

/** Values as no form of ours sends them: around each limit and far beyond, and of every other kind. */

const AMOUNTS = [
  '0',
  '-1',
  '0.00000001',
  '4.99999999',
  '5',
  '7.77777777',
  '5000.00000001',
  '90071992.54740993',
  '92233720368.54775807',
  '99999999999999999999',
  '1e30',
  'NaN',
  '٥',
  '1,5',
  5,
  -0,
  1e30,
  null,
  true,
  [],
  ['5'],
  { $gt: 0 },
]

const IDS = [
  0,
  -1,
  1,
  2,
  3,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  '1',
  '01',
  '1 or 1=1',
  '__proto__',
  null,
  [1],
  { id: 1 },
]

const WORDS = [
  '',
  ' ',
  'x',
  'x'.repeat(5000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Eمرحبا',
  '🪙'.repeat(500),
  "'; drop table member; --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  7,
  null,
  false,
  [],
  ['x'],
  { $ne: '' },
]

const oneOf =
  (values: readonly unknown[]) =>
  (random: Random): unknown =>
    values[random.below(values.length)]

export const oddAmount = oneOf(AMOUNTS)
export const oddId = oneOf(IDS)
export const oddWord = oneOf(WORDS)
/** Of any kind, a body that is deeper than anybody reads included. */
export function oddValue(random: Random): unknown {
  const deep = () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown
  return random.chance(0.05) ? deep() : random.pick([oddAmount, oddId, oddWord])(random)
}
