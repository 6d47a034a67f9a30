import { expect, test } from 'vitest'

import { factsOf, formatText } from '#format-text.ts'
import { refusalText } from '#refusal-text.ts'
import { say } from '#texts.ts'
import { type Language, languages } from '#wire.ts'

test('the facts stand in the text; numbers are in Latin digits, and plurals are of the language', () => {
  expect(refusalText('too_many_requests', 'zh', { wait_s: 7 })).toBe(
    '请求太多。请在 7\u00a0秒后重试。',
  )
  expect(refusalText('too_many_requests', 'en', { wait_s: 1 })).toMatch(/in 1 second\.$/)
  expect(refusalText('step_up_locked', 'spa', { minutes: 1 })).toContain('1 minuto.')
  expect(say('jp', 'remarks', 'gateway_partial', { asked: '5', received: "<b>{4}' $&" })).toBe(
    "5 のうち <b>{4}' $& が届き、その分を入金しました。",
  )
  const text = "{n, plural, one {# start} other {# starts}} of {name}'s"
  expect(formatText('en', text, { n: 1, name: 'Ada' })).toBe("1 start of Ada's")
  expect(formatText('ban', text, { n: 1200, name: '১' })).toBe("1,200 starts of ১'s")
})

test('an amount is written as the language writes it, to its last digit; what is none stays', () => {
  const text = '{amount, number} USDT'
  const said = (language: Language, amount: string | number) =>
    formatText(language, text, { amount })
  expect(said('en', '1234567.50')).toBe('1,234,567.50 USDT')
  expect(said('bx', '1234567.50')).toBe('1.234.567,50 USDT')
  expect(said('spa', '1000')).toBe('1.000 USDT')
  expect(said('en', '12.50000000')).toBe('12.50 USDT')
  expect(said('en', '0.12300000')).toBe('0.123 USDT')
  expect(said('ban', '1234567.00000001')).toBe('12,34,567.00000001 USDT')
  expect(said('en', '92233720368.54775807')).toBe('92,233,720,368.54775807 USDT')
  expect(said('jp', 1200)).toBe('1,200 USDT')
  expect(said('en', '20 bank units')).toBe('20 bank units USDT')
  expect(said('en', '-5')).toBe('-5 USDT')
  expect(formatText('en', text, {})).toBe(' USDT')
})

test('a moment is written to the minute where its reader is; what is none stays', () => {
  const details = { until: '2026-11-26T20:30:00.000Z' }
  const said = (language: Language, timeZone?: string, until = details.until) =>
    formatText(language, '{until, date}', { until }, timeZone)
  expect(said('en', 'Asia/Dhaka')).toBe('Nov 27, 2026, 2:30 AM GMT+6')
  expect(said('bx', 'America/Sao_Paulo')).toBe('26 de nov. de 2026, 17:30 BRT')
  expect(said('ban', 'Asia/Dhaka')).toContain('2026')
  expect(said('en')).toBe('Nov 26, 2026, 8:30 PM UTC')
  for (const zone of ['Atlantis/Poseidonis', '', '\n{until}', 'x'.repeat(10_000)])
    expect(said('en', zone)).toBe(said('en'))
  expect(said('en', 'Asia/Dhaka', '2026-03-02 12:00 UTC')).toBe('2026-03-02 12:00 UTC')
  expect(said('en', 'Asia/Dhaka', '2026-99-99T99:99:99Z')).toBe('2026-99-99T99:99:99Z')
  expect(formatText('en', '{until, date}', {})).toBe('')
  expect(factsOf('{until, date}')).toEqual(['until'])
  const nested = '{n, plural, one {until {until, date}} other {#}}'
  expect(formatText('en', nested, { n: 1, ...details }, 'Asia/Tokyo')).toMatch(/GMT\+9$/)
  for (const language of languages) {
    expect(refusalText('lock_too_early', language, details, 'Asia/Tokyo')).toMatch(/GMT ?\+9|JST/)
  }
})

test('what is allowed from a moment on is said with the first minute in which it is', () => {
  const said = (text: string, moment: string) => formatText('en', text, { moment })
  const inside = '2026-11-26T20:59:00.001Z'
  expect(said('{moment, date}', inside)).toContain('8:59')
  expect(said('{moment, date, next}', inside)).toContain('9:00')
  expect(said('{moment, date, next}', '2026-11-26T20:59:00.000Z')).toContain('8:59')
  expect(said('{moment, date, next}', '2026-11-26T23:59:59.999Z')).toContain('Nov 27')
  const until = inside
  expect(refusalText('refused_lately', 'en', { until })).toContain('9:00')
  expect(say('en', 'messages', 'deal_paid.text', { until })).toContain('8:59')
})

test('a text says what it asks for, and what nobody knows is left out', () => {
  expect(factsOf('{a} {n, plural, one {{b}} other {#}} {a}')).toEqual(['a', 'n', 'b'])
  expect(refusalText('too_many_requests', 'en')).not.toMatch(/[{}]|undefined/)
})
