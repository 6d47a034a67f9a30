import { expect, test } from 'vitest'

import { emptyDraft, faultOf, platformOf, type BankDraft } from '#screens/bank-withdrawal/form.ts'

const whole: BankDraft = {
  platform: 'bank',
  bank: 'TESTNATIONAL',
  number: 'TEST-0001',
  holder: 'Ada',
  branch: '',
  area: '',
  amount: '5',
}

test('what is missing is named in the order of the form', () => {
  expect(faultOf({ platform: 'bank', ...emptyDraft })?.field).toBe('bank')
  expect(faultOf({ ...whole, number: '' })?.field).toBe('number')
  expect(faultOf({ ...whole, number: 'TEST 1' })?.text).toBe('withdrawal.numberSpace')
  expect(faultOf({ ...whole, holder: '  ' })?.field).toBe('holder')
  expect(faultOf({ ...whole, amount: '' })?.field).toBe('amount')
  expect(faultOf(whole)).toBeUndefined()
})

test('any one card asks for branch and area, too', () => {
  const any: BankDraft = { ...whole, platform: 'anyonecard' }
  expect(faultOf(any)?.field).toBe('branch')
  expect(faultOf({ ...any, branch: 'Harbour' })?.field).toBe('area')
  expect(faultOf({ ...any, branch: 'Harbour', area: 'North' })).toBeUndefined()
})

test('the platform is read as the seeds write it', () => {
  for (const code of ['any-one-card', 'anyonecard', 'AnyOneCard']) {
    expect(platformOf(code)).toBe('anyonecard')
  }
  expect(platformOf(undefined)).toBe('bank')
  expect(platformOf('javascript:alert(1)')).toBe('bank')
})
