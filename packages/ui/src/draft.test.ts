import { expect, test } from 'vitest'

import { readDraft } from '#draft.ts'

const initial = { mail: '', step: 1, agreed: false }

test('a draft survives a reload', () => {
  const kept = JSON.stringify({ mail: 'a@b.test', step: 2, agreed: true })
  expect(readDraft(kept, initial)).toEqual({ mail: 'a@b.test', step: 2, agreed: true })
})

test('without a draft, or with a broken one, the form starts anew', () => {
  for (const kept of [null, '', 'null', '7', '{"mail":', '[]'])
    expect(readDraft(kept, initial)).toEqual(initial)
})

test('unknown fields and wrong types are dropped', () => {
  const kept = JSON.stringify({ mail: 7, step: 2, password: 'secret', toString: 'x' })
  expect(readDraft(kept, initial)).toEqual({ mail: '', step: 2, agreed: false })
})
