import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { housePurposes, memberPurposes } from '#account.ts'
import { entryKinds } from '#kinds.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/economy.md'), 'utf8')

test('the page on the economy says of every kind of entry what the code does, and of no other', () => {
  const rows = rowsUnder('Kinds of entries').map(([kind, flow, list]) => [
    namesIn(kind)[0],
    [flow, list],
  ])
  const kinds = Object.entries(entryKinds).map(([kind, about]) => {
    const list = 'category' in about ? about.category : 'all'
    return [kind, [about.flow, about.shownTo === 'house' ? '—' : list]]
  })
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(kinds))
})

test('the page on the economy lists every account, and no other', () => {
  const house = rowsUnder('Accounts of the house').flatMap(([account]) => namesIn(account))
  expect(house.toSorted()).toEqual(Object.keys(housePurposes).toSorted())
  const member = rowsUnder('Accounts of members').flatMap(([purpose]) => namesIn(purpose))
  expect(member.toSorted()).toEqual(Object.keys(memberPurposes).toSorted())
})

/** The cells of the table below this heading, without the table's head. */
function rowsUnder(heading: string): string[][] {
  const section = PAGE.split(/^## /m).find((each) => each.startsWith(heading)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Everything in code marks. */
function namesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
}
