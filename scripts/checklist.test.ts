import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/**
 * `docs/checklist.json` has a row for each thing the product was asked to have: done, done otherwise
 * for a reason, or planned. What is done names a test or a file that shows it.
 */

type Row = {
  id: number
  item: string
  state: 'done' | 'deviating' | 'planned'
  /** Tests and files that show it. */
  shown?: string[]
  /** Of what deviates: the reason. */
  why?: string
  /** Of what is planned: the issue it is part of. */
  open?: string
}

const ITEMS = 679
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

test('what shows an item exists', () => {
  const named = rows.flatMap(({ id, shown = [] }) => shown.map((file) => ({ id, file })))
  expect(named.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
})
