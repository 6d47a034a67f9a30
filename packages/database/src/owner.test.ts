import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimFolder, leaveFolder, OWNER, ownerOf } from '#owner.ts'
import { makeTestPlace, removeTestPlace } from '#testing-place.ts'

test('a folder is of one living process, and of nobody once that has ended', () => {
  const folder = makeTestPlace()
  onTestFinished(() => removeTestPlace(folder))
  const mark = path.join(folder, OWNER)
  expect(ownerOf(folder)).toBeUndefined()
  claimFolder(folder)
  expect(ownerOf(folder)).toBe(process.pid)
  expect(() => claimFolder(folder)).toThrow(`in use by process ${process.pid}`)

  // A later process has the same id, and began at another moment.
  const own = readFileSync(mark, 'utf8')
  for (const stale of [`${own}0`, '', 'x', '999999999 1']) {
    writeFileSync(mark, stale)
    expect(ownerOf(folder)).toBeUndefined()
  }
  claimFolder(folder)
  expect(readFileSync(mark, 'utf8')).toBe(own)
  leaveFolder(folder)
  expect(existsSync(mark)).toBe(false)
})
