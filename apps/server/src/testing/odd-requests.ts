import * as z from 'zod/mini'

import { defOf } from '#platform/encode.ts'

/** Requests that are as the contract wants them but for one field, which holds what nobody would send. */

const DEEP = 400

/** Nothing, too much, of another kind, of another script, or meant for somebody who runs it. */
const ODD: readonly unknown[] = [
  Number.NaN,
  1e30,
  `1${'0'.repeat(30)}`,
  -1,
  -0,
  0,
  1.5,
  2 ** 31,
  2 ** 63,
  '1e3',
  ' 1',
  '0x10',
  '1.1234567890123456789',
  '-5',
  '92233720368.54775807',
  '\u0000',
  'a\u0000b',
  'a\nb',
  '\ud800',
  '🪙🔥',
  '\u202Eمرحبا',
  "'; drop table member; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  [],
  [1],
  [null],
  ['\u0000'],
  {},
  { $ne: null },
  { constructor: { prototype: 1 } },
  JSON.parse(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
  true,
  null,
  '',
  ' ',
  1e308,
  '1e5',
  '%00',
  '💥'.repeat(30),
  '../../etc/passwd',
  '\u202Etxt.exe',
  'x@y.zz',
  '+8613800138000',
  '0'.repeat(12),
]

/** What the plain fields of calls take, each the first of these that it does. */
const SOUND: readonly unknown[] = [
  1,
  '1',
  'bank',
  '123456',
  '123456789',
  'sound-words-17',
  '127.0.0.1',
  'ada@example.test',
  '2026-03-01',
  '2026-03-01T00:00:00.000Z',
  `0x${'0'.repeat(40)}`,
  `0x${'0'.repeat(64)}`,
  `0x70a08231${'0'.repeat(64)}`,
  'latest',
  'lock-1',
  '#abcdef',
]

type Type = z.core.$ZodType

/** A value that the type takes. */
function soundFor(type: Type): unknown {
  const def = defOf(type)
  if (def.type === 'pipe') return soundFor(defOf(def.in).type === 'transform' ? def.out : def.in)
  if (def.type === 'optional' || def.type === 'nullable') return soundFor(def.innerType)
  if (def.type === 'enum') return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values[0]
  if (def.type === 'union') return def.options.map(soundFor)[0]
  if (def.type === 'object') return soundRequest(def.shape)
  if (def.type === 'tuple') return def.items.map(soundFor)
  if (def.type === 'array') return [soundFor(def.element)]
  if (def.type === 'record') return {}
  if (def.type === 'boolean') return true
  return SOUND.find((value) => z.safeParse(type, value).success)
}

/** A request that is well formed; whether there is what it names is another question. */
export function soundRequest(shape: Readonly<Record<string, Type>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, soundFor(type)]))
}

/**
 * Every field in turn holds each odd value that its type takes, and every fourth of those that it does
 * not: those are turned away before anybody looks at the rest, which is sound.
 */
export function oddRequests(
  shape: Readonly<Record<string, Type>>,
  known: Readonly<Record<string, unknown>> = {},
): Record<string, unknown>[] {
  const sound = { ...soundRequest(shape), ...known }
  return Object.entries(shape).flatMap(([field, type], at) =>
    ODD.filter((value, n) => (n + at) % 4 === 0 || z.safeParse(type, value).success).map(
      (value) => ({ ...sound, [field]: value }),
    ),
  )
}

/** The same where everything is text. */
export function oddTexts(sound: Readonly<Record<string, string>>): Record<string, string>[] {
  const texts = ODD.filter((value) => typeof value === 'string' || typeof value === 'number')
  return Object.keys(sound).flatMap((field) =>
    texts.map((value) => ({ ...sound, [field]: String(value) })),
  )
}
