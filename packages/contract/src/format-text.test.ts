import { expect, test } from 'vitest'

import { factsOf, formatText } from '#format-text.ts'
import { refusalText } from '#refusal-text.ts'
import { say } from '#texts.ts'

test('the facts stand in the text; numbers are in Latin digits, and plurals are of the language', () => {
  expect(refusalText('too_many_requests', 'zh', { wait_s: 7 })).toBe('请求太多。请在 7 秒后重试。')
  expect(refusalText('too_many_requests', 'en', { wait_s: 1 })).toMatch(/in 1 second\.$/)
  expect(refusalText('step_up_locked', 'spa', { minutes: 1 })).toContain('1 minuto.')
  expect(say('jp', 'remarks', 'gateway_partial', { asked: '5', received: "<b>{4}' $&" })).toBe(
    "5 のうち <b>{4}' $& が届き、その分を入金しました。",
  )
  const text = "{n, plural, one {# start} other {# starts}} of {name}'s"
  expect(formatText('en', text, { n: 1, name: 'Ada' })).toBe("1 start of Ada's")
  expect(formatText('ban', text, { n: 1200, name: '১' })).toBe("1,200 starts of ১'s")
})

test('a text says what it asks for, and what nobody knows is left out', () => {
  expect(factsOf('{a} {n, plural, one {{b}} other {#}} {a}')).toEqual(['a', 'n', 'b'])
  expect(refusalText('too_many_requests', 'en')).not.toMatch(/[{}]|undefined/)
})
