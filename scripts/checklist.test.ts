import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/**
 * `docs/checklist.json` has a row for each thing the product was asked to have: done, done otherwise
 * for a reason, or planned. What is done names a test or a file that shows it. `docs/checklist.md` is
 * the table of it.
 */

type Row = {
  id: number
  item: string
  state: 'done' | 'deviating' | 'planned'
  /** Tests and files that show it. */
  shown?: string[]
  /** Of what deviates: the reason, with the decision that it follows. */
  why?: string
  /** Of what is planned: the issue it is part of. */
  open?: string
}

const ITEMS = 679
/** How an item reads that says what is refused, or up to where something goes. */
const REFUSES =
  /refuses|\bmust\b|required|\bneeds\b|, else |\bminimum\b|per-person limit|blocked|'unrun'\./i
const root = path.resolve(import.meta.dirname, '..')
const rows = JSON.parse(readFileSync(path.join(root, 'docs/checklist.json'), 'utf8')) as Row[]

test('the checklist has every item once, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: ITEMS }, (_, index) => index + 1))
  expect(rows.filter(({ item }) => item === '')).toEqual([])
})

test('every item is done, planned under a name, or deviates for a reason', () => {
  const isSettled = ({ state, shown = [], why = '', open = '' }: Row) =>
    (state === 'planned' && open !== '') ||
    (state === 'done' && shown.length > 0) ||
    (state === 'deviating' && shown.length > 0 && why !== '')
  expect(rows.filter((row) => !isSettled(row))).toEqual([])
})

test('what deviates names the decision that it follows', () => {
  const unnamed = rows.filter(({ state, why = '' }) => state === 'deviating' && !/\bQ\d+/.test(why))
  expect(unnamed).toEqual([])
})

test('docs/checklist.md is the table of it', async () => {
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
  const named = ({ shown = [] }: Row) =>
    shown.map((file) => `[${path.basename(file)}](../${file})`).join(', ')
  const lines = rows.map((row) => {
    const { id, item, state, why = '', open = '' } = row
    const said = [state, why, open].filter((part) => part !== '').join(': ')
    return `| ${id} | ${cell(item)} | ${cell(said)} | ${named(row)} |`
  })
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length
  const table = [
    '# Checklist',
    `Each thing the product was asked to have, and the test or the file that shows it: ${count('done')} are done, ${count('deviating')} deviate for a reason, ${count('planned')} are planned. Written from [checklist.json](checklist.json): \`npx vitest run scripts/checklist.test.ts -u\` writes it again. Decisions Q1 to Q180 are what was decided where the wishes left something open.`,
    ['| | what | state | shown by |', '| --: | --- | --- | --- |', ...lines].join('\n'),
  ]
  await expect(`${table.join('\n\n')}\n`).toMatchFileSnapshot(path.join(root, 'docs/checklist.md'))
})

test('what shows an item exists', () => {
  const named = rows.flatMap(({ id, shown = [] }) => shown.map((file) => ({ id, file })))
  expect(named.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
})

test('of what is refused a test shows that it is', () => {
  const refused = rows.filter(({ item, state }) => state === 'done' && REFUSES.test(item))
  const untested = refused.filter(
    ({ shown = [] }) => !shown.some((file) => /\.test\.tsx?$/.test(file)),
  )
  expect(refused.length).toBeGreaterThan(40)
  expect(untested).toEqual([])
})
