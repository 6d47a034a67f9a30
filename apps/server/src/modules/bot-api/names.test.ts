import { expect, test } from 'vitest'

import { newName } from './names.ts'

test('no two names are the same, however many are asked for', () => {
  const names = Array.from({ length: 1_000 }, newName)
  expect(new Set(names).size).toBe(1_000)
  expect(names.filter((name) => !/^[\w-]{22}$/.test(name))).toEqual([])
})
