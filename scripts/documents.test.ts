import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { kept } from '../apps/server/src/app.ts'
import { Environment } from '../apps/server/src/config.ts'
import { callsOf } from '../apps/server/src/modules/bot-api/call-table.ts'
import { requestWeights } from '../apps/server/src/modules/bot-api/socket-calls.ts'
import texts from '../packages/contract/src/operator/texts/console.json' with { type: 'json' }
import { proposalRoles, queueNames, queueRoles } from '../packages/contract/src/operator/rights.ts'

/** What the documents list is what the code has, so that neither goes on without the other. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const operating = read('docs/OPERATING.md')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The rows below the head of the one table that begins so. */
function rowsOf(text: string, ...head: string[]): string[][] {
  const lines = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const start = lines.findIndex((cells) => head.every((name, index) => cells[index] === name))
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((cells) => cells.length === 0)
  expect(start, head.join(', ')).toBeGreaterThan(-1)
  return rows.slice(0, end)
}

/** Names in code marks; `_KEY` behind `GATEWAY_URL` is `GATEWAY_KEY`. */
function namesIn(cell = ''): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const parts = first.split('_')
  const whole = (name: string) =>
    name.startsWith('_') ? parts.slice(0, 1 - name.split('_').length).join('_') + name : name
  return [first, ...others.map(whole)]
}

test('every setting is named, and none that is not read', () => {
  const named = rowsOf(operating, 'variable', 'default').flatMap(([cell]) => namesIn(cell))
  expect(named.toSorted()).toEqual(Object.keys(Environment.shape).toSorted())
})

test('every command is named, and is there in a fresh clone', () => {
  const commands = Object.keys(scripts).filter((name) => !/^pre./.test(name))
  const asked = (name: string) =>
    ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  expect(commands.filter((name) => !operating.includes(asked(name)))).toEqual([])
  const ofOurs = commands.filter((name) =>
    /^node (--\S+ )*(scripts|bench)\//.test(scripts[name] ?? ''),
  )
  expect(ofOurs.filter((name) => !scripts[`pre${name}`]?.includes('scripts/prepare.js'))).toEqual(
    [],
  )
})

test('every campaign is named', () => {
  const [, list = ''] = /const campaigns[^{]*\{\n(.*?)\n\}/s.exec(read('scripts/campaign.ts')) ?? []
  const known = [...list.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name)
  expect(known.length).toBeGreaterThan(20)
  const named = rowsOf(operating, 'campaign').flatMap(([cell]) => namesIn(cell))
  expect(named.toSorted()).toEqual(known.toSorted())
})

test('who decides what is what the server goes by', () => {
  const kinds = Object.entries(proposalRoles) as [keyof typeof proposalRoles, readonly string[]][]
  expect(rowsOf(operating, 'what', 'who decides it')).toEqual([
    ...queueNames.map((queue) => [
      `a case: ${queue.replaceAll('_', ' ')}`,
      queueRoles[queue].join(', '),
    ]),
    ...kinds.map(([kind, held]) => [texts[`operators.kind.${kind}`], held.join(', ')]),
  ])
})

test('every table that forgets is named where it says how long', () => {
  const named = rowsOf(operating, 'what', 'how long').flatMap(([, , cell]) => namesIn(cell))
  const tables = kept.map(({ table }) => table as string)
  expect(tables.filter((table) => !named.includes(table))).toEqual([])
})

test('every call of the API for programs is named with its weight and who may ask, and every no', () => {
  const bots = read('docs/BOTS.md')
  const calls = callsOf({} as never)
  expect(rowsOf(bots, 'call')).toEqual(
    calls.map(({ method, path: at, weight, scope }) => [
      `\`${method} ${at}\``,
      typeof weight === 'number' ? String(weight) : 'by rows',
      scope,
    ]),
  )
  const folder = 'apps/server/src/modules/bot-api'
  const code = read(`${folder}/bot-error.ts`) + read(`${folder}/capital-error.ts`)
  const noes = new Set(
    [...code.matchAll(/(?:[([]|^ +)-(\d{4})\b/gm)].map(([, number]) => `−${number}`),
  )
  expect(noes.size).toBeGreaterThan(30)
  expect(rowsOf(bots, 'code').map(([name]) => name)).toEqual([...noes].toSorted())
})

test('every request that programs send by message is named', () => {
  const [, list = ''] = /^By message at `\S+`: (.+?)\. Each/m.exec(read('docs/BOTS.md')) ?? []
  expect(namesIn(list).toSorted()).toEqual([...requestWeights.keys()].toSorted())
})

test('every module stands in the map of the rooms', () => {
  const [, map = ''] = /```mermaid\n(.*?)```/s.exec(read('docs/ARCHITECTURE.md')) ?? []
  const named = new Set(map.match(/[a-z][a-z-]*/g))
  const modules = readdirSync(path.join(root, 'apps/server/src/modules'))
  expect(modules.filter((name) => !named.has(name))).toEqual([])
})

test('the offline shell leaves to the server what the server answers itself', () => {
  const [, source = ''] =
    /serverPaths =\s+\/(.+)\/\n/.exec(read('apps/wallet/vite.config.ts')) ?? []
  const isOfServer = (address: string) => new RegExp(source).test(address)
  for (const address of [
    '/openapi.json',
    '/openapi-operators.json',
    '/docs/operators',
    '/health',
  ]) {
    expect(isOfServer(address), address).toBe(true)
  }
  for (const address of [
    '/api/v3/ping',
    '/sapi/v1/x',
    '/operator/api/x',
    '/console/',
    '/dev/inbox',
  ]) {
    expect(isOfServer(address), address).toBe(true)
  }
  for (const address of ['/', '/exchange', '/buy', '/proof']) {
    expect(isOfServer(address), address).toBe(false)
  }
})
