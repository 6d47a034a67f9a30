import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { Payment, type PaymentState } from '#payment-state.ts'
import { isOver, type PaymentList, paymentStates, statesOf, statusNumber } from '#payment-rules.ts'

/** The seeds' own numbers, written by hand. */
const table: Record<PaymentState, Record<PaymentList, number> & { over: boolean }> = {
  pending: row(1, 1, 0, 0, false),
  approved: row(1, 1, 0, 0, false),
  processing: row(1, 1, 0, 0, false),
  sent: row(1, 1, 0, 0, false),
  done: row(2, 2, 1, 1, true),
  rejected: row(3, 3, 2, 2, true),
  cancelled: row(3, 3, 2, 2, true),
}

test.each(paymentStates)('%s has the number of the seeds in each list', (state) => {
  const { over, ...lists } = table[state]
  for (const [list, number] of Object.entries(lists)) {
    expect(statusNumber(list as PaymentList, state), list).toBe(number)
  }
  expect(isOver(state)).toBe(over)
})

test('the same number waits in a coin list and has succeeded in a bank list', () => {
  expect(statesOf('coin_withdraw_list', 1)).toEqual(['pending', 'approved', 'processing', 'sent'])
  expect(statesOf('withdraw_list', 1)).toEqual(['done'])
  expect(statesOf('coin_recharge_list', 2)).toEqual(['done'])
  expect(statesOf('recharge_list', 2)).toEqual(['rejected', 'cancelled'])
  expect(statesOf('withdraw_list', 0)).toEqual(statesOf('coin_withdraw_list', 1))
})

test('-1 asks for all, an unknown number for none', () => {
  expect(statesOf('withdraw_list', -1)).toEqual([...paymentStates])
  expect(statesOf('withdraw_list', 3)).toEqual([])
  expect(statesOf('coin_withdraw_list', 0)).toEqual([])
})

test('a payment says in one row where it stands, what it costs and who acts next', () => {
  const at = new Date('2026-03-01T12:00:00.000Z')
  const sent = z.encode(Payment, {
    id: 1,
    status: statusNumber('coin_withdraw_list', 'pending'),
    state: 'pending',
    amount: 10_000_000_000n,
    fee: 100_000_000n,
    net: 9_900_000_000n,
    currency: 3,
    currency_name: 'USDT',
    order_no: 'W1',
    created_at: at,
    remark: '',
    next: { who: 'operator', by: null },
  })
  expect(sent).toMatchObject({ status: 1, net: '99.00000000', next: { who: 'operator', by: null } })
})

function row(
  coinRecharge: number,
  coinWithdraw: number,
  withdraw: number,
  recharge: number,
  over: boolean,
) {
  return {
    coin_recharge_list: coinRecharge,
    bank_recharge_list: coinRecharge,
    coin_withdraw_list: coinWithdraw,
    withdraw_list: withdraw,
    recharge_list: recharge,
    over,
  }
}
