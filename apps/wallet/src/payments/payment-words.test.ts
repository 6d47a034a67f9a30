import { paymentStates } from '@btbc/contract/payment-rules.ts'
import { expect, test } from 'vitest'

import { nextOf, stateOf, statusOf } from '#payments/payment-words.ts'

test('every state has the words of the seeds in each list', () => {
  const words = (list: Parameters<typeof statusOf>[0]) =>
    paymentStates.map((state) => statusOf(list, state).text.replace('payments.', ''))
  const waiting = Array.from({ length: 4 }, () => 'waiting')
  const failed = ['notApproved', 'notApproved']
  expect(words('coin_recharge_list')).toEqual([...waiting, 'paySuccess', ...failed])
  const out = [...waiting, 'withdrawalSuccess', 'notApproved', 'takenBack']
  expect(words('coin_withdraw_list')).toEqual(out)
  expect(words('withdraw_list')).toEqual(out)
  expect(statusOf('withdraw_list', 'cancelled').tone).toBe('idle')
  expect(words('recharge_list')).toEqual([...waiting, 'paySuccess', 'payFail', 'payFail'])
})

test('what is waited for is said with its time when there is one, and is over in the end', () => {
  expect(nextOf({ next: { who: 'operator', by: null } })).toBe('payments.nextOperator')
  expect(nextOf({ next: { who: 'chain', by: '2026-03-01T12:00:00.000Z' } })).toBe(
    'payments.nextChainBy',
  )
  expect(nextOf({ next: { who: 'nobody', by: null } })).toBeUndefined()
  expect(stateOf('coin_recharge_list', 'cancelled')).toBe('payments.cancelled')
  expect(stateOf('coin_withdraw_list', 'cancelled')).toBeUndefined()
  expect(stateOf('coin_withdraw_list', 'done')).toBeUndefined()
})
