import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { canaries } from './all.ts'
import { type Canary, plant, ROOT } from './canary.ts'
import { look } from './look.ts'
import { copyTree, type Tree } from './tree.ts'

/** Thirty faults and the checks that must find them: all in the campaign; here one, and that all fit. */

const FOUND_MS_MAX = 600_000

test('thirty canaries fit the code as it is, and so do the checks that are named for them', () => {
  expect(canaries.length).toBeGreaterThanOrEqual(30)
  expect(new Set(canaries.map(({ name }) => name)).size).toBe(canaries.length)
  for (const canary of canaries) {
    for (const [file, text] of plant(canary)) expect(text, canary.name).not.toBe(read(file))
    const { file, test: named, assertion, in: place = file } = canary.check
    expect(read(file).replaceAll("\\'", "'"), canary.name).toContain(named)
    expect(read(place), canary.name).toContain(assertion)
  }
})

const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
// One shows that a check that is red is seen to be.
const planted = isCampaign ? canaries : canaries.slice(0, 1)
const checks = Map.groupBy(planted, ({ check }) => check.file)

let copy: Tree | undefined
const copied = () => (copy ??= copyTree())
afterAll(() => copy?.remove())

test.each([...checks.keys()])(
  'without a fault the checks of %s are green',
  async (file) => {
    const tests = (checks.get(file) ?? []).map(({ check }) => check.test)
    const endings = await look(copied(), file, tests)
    for (const name of tests) expect(endings.get(name), name).toEqual({ state: 'green' })
  },
  FOUND_MS_MAX,
)

test.each(planted)(
  'when $name, its check is red by its assertion',
  async (canary: Canary) => {
    const { file, test: named, assertion, in: place = file } = canary.check
    const tree = copied()
    tree.setFiles(plant(canary))
    const found = (await look(tree, file, [named])).get(named)
    tree.setFiles(new Map())
    const lines = found?.state === 'red' ? found.lines : []
    const own = lines.filter((line) => line.startsWith(`${place}: `) && line.includes(assertion))
    expect(own.length, JSON.stringify(found, null, 2)).toBeGreaterThan(0)
  },
  FOUND_MS_MAX,
)

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
