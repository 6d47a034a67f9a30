import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/**
 * The rooms of the server, lowest layer first. A room may use rooms of its own layer and of those
 * above it in this list, never of those below, and no two rooms may need each other.
 */
const layers: readonly (readonly [layer: string, rooms: readonly string[]])[] = [
  ['platform', ['platform', 'network', 'http']],
  ['outside', ['chain', 'payment-provider']],
  [
    'people',
    [
      'account',
      'upload',
      'operator',
      'review',
      'setting',
      'hiring',
      'identity',
      'session',
      'security',
      'api-key',
      'recovery',
      'team',
      'news',
      'support',
      'terms',
      'notice',
      'feedback',
    ],
  ],
  [
    'money',
    [
      'wallet',
      'stop',
      'rail',
      'mining',
      'machine',
      'earn',
      'lock',
      'fund',
      'calendar',
      'renewal',
      'product',
      'points',
      'packet',
      'campaign',
      'airdrop',
      'pool',
      'rewards',
      'records',
      'joining',
      'exchange',
      'market-data',
      'house-liquidity',
      'deposit',
      'withdrawal',
      'nonce',
      'bank-deposit',
      'payee',
      'gateway',
      'offer',
      'deal',
    ],
  ],
  [
    'surfaces',
    [
      'reconciliation',
      'solvency',
      'proof',
      'report',
      'first-page',
      'genesis',
      'profile',
      'home',
      'bot-api',
      'live',
      'member',
      'sybil',
      'dev',
      'backup',
    ],
  ],
]

const source = path.resolve(import.meta.dirname, '../apps/server/src')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: source,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(path.join(source, file)))

/** Entry files use every room; tests and what stands only for them come in where they must. */
const isEntry = (file: string) => !file.includes('/')
const isForTests = (file: string) =>
  /(^|\/)testing\/|\.test\.ts$|\/(testing|scenarios)\.ts$/.test(file)

type Import = { file: string; target: string; from: string; to: string }

const imports = files
  .filter((file) => !isEntry(file) && !isForTests(file))
  .flatMap((file) => importsOf(file))

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(source, file), 'utf8')
  return [...text.matchAll(/\bfrom\s+'([#.][^']+)'/g)].flatMap(([, spec = '']) => {
    const target = spec.startsWith('#')
      ? spec.slice(1)
      : path.join(path.dirname(file), spec).replaceAll('\\', '/')
    const [from, to] = [roomOf(file), roomOf(target)]
    return from === to || to === undefined || from === undefined ? [] : [{ file, target, from, to }]
  })
}

/** The room a file stands in; entry files stand in none. */
function roomOf(file: string): string | undefined {
  const [first, second, ...rest] = file.split('/')
  if (first === 'modules') return second
  return second === undefined && rest.length === 0 ? undefined : first
}

test('every room of the server has its layer', () => {
  const known = new Set(layers.flatMap(([, rooms]) => rooms))
  const rooms = new Set(files.filter((file) => !isForTests(file)).map(roomOf))
  rooms.delete(undefined)
  expect([...rooms].filter((room) => room !== undefined && !known.has(room))).toEqual([])
  expect([...known].filter((room) => !rooms.has(room))).toEqual([])
})

test('no room uses one of a higher layer', () => {
  const rank = new Map(layers.flatMap(([, rooms], index) => rooms.map((room) => [room, index])))
  const upwards = imports.filter(({ from, to }) => (rank.get(to) ?? 0) > (rank.get(from) ?? 0))
  expect(upwards.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

test('no two rooms need each other, not even by way of others', () => {
  expect(findCycle()).toEqual([])
})

/** The rooms of one cycle in the order in which they need each other, or nothing. */
function findCycle(): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of imports) needs.set(from, (needs.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const visit = (room: string, above: readonly string[]): string[] => {
    if (above.includes(room)) return [...above.slice(above.indexOf(room)), room]
    if (done.has(room)) return []
    for (const next of needs.get(room) ?? []) {
      const cycle = visit(next, [...above, room])
      if (cycle.length > 0) return cycle
    }
    done.add(room)
    return []
  }
  for (const room of needs.keys()) {
    const cycle = visit(room, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

test('a module is entered by its one door', () => {
  const deep = imports.filter(
    ({ target, to }) => target.startsWith('modules/') && target !== `modules/${doorOf(to)}`,
  )
  expect(deep.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

/** A module that others use more than one file of has an index; the door of the others is their main file. */
function doorOf(room: string): string {
  const index = `${room}/index.ts`
  return existsSync(path.join(source, 'modules', index)) ? index : `${room}/${room}.ts`
}

/** What few calls need comes with the first of them: with these a start would take a sixth longer. */
const LATER = [
  '@simplewebauthn/server',
  'file-type',
  'marked',
  'nodemailer',
  'prom-client',
  'sanitize-html',
  'sharp',
  'svg-captcha',
]

test('a start loads no library that few calls need', () => {
  const started = new Set(['main.ts'])
  const loaded: string[] = []
  for (const file of started) {
    const text = readFileSync(path.join(source, file), 'utf8')
    for (const [, spec = ''] of text.matchAll(/^(?:im|ex)port (?!type)[^']*?from '([^']+)'/gm)) {
      if (LATER.includes(spec)) loaded.push(`${file} → ${spec}`)
      else if (spec.startsWith('#')) started.add(spec.slice(1))
      else if (spec.startsWith('.')) started.add(path.join(path.dirname(file), spec))
    }
  }
  expect(started.size).toBeGreaterThan(500)
  expect(loaded).toEqual([])
})

test.each(['wallet', 'console'])(
  'a screen of the %s is entered from its table of contents and by no other screen',
  (app) => {
    const screenOf = (file: string) => /^screens\/([^/]+)/.exec(file)?.[1]
    const folder = path.resolve(import.meta.dirname, '../apps', app, 'src')
    const inside = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: folder,
      encoding: 'utf8',
    }).split('\n')
    const offenders = inside
      .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(folder, file)))
      .filter((file) => !/^routes[./]|\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(path.join(folder, file), 'utf8').matchAll(/'#(screens\/[^']+)'/g)]
          .filter(([, target = '']) => screenOf(target) !== screenOf(file))
          .map(([, target]) => `${file} → ${target}`),
      )
    expect(offenders).toEqual([])
  },
)
