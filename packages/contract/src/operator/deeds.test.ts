import { expect, test } from 'vitest'

import { operatorCalls } from '#operator/calls.ts'
import { sayDeed, saySubject } from '#operator/deeds.ts'
import { queueNames } from '#operator/rights.ts'

const ABOUT_MEMBERS = /^\/(members?|case|dispute|group|proposal|withdrawals)(\/|$)/

test('whatever is done about a member is said in words, and so is the case it was done to', () => {
  const actions = Object.values(operatorCalls)
    .filter(({ path, changes }) => changes && ABOUT_MEMBERS.test(path))
    .map(({ path }) => path.slice(1).replaceAll('/', '.'))
  expect(actions.length).toBeGreaterThan(15)
  const unsaid = actions.filter((action) => sayDeed({ action, decision: 'accept' }) === action)
  expect(unsaid).toEqual([])
  const subjects = [...queueNames, 'deal'].map((name) => `${name} 12`)
  expect(subjects.filter((subject) => saySubject(subject) === subject)).toEqual([])
})
