import { expect, test } from 'vitest'

import { placeOf } from '#desk/places.ts'
import { paths } from '#paths.ts'

test('from a proposal there is a way to the very thing that it is about', () => {
  expect(placeOf({ kind: 'deal.decide', subject: 'deal 12' })).toEqual({
    to: paths.disputes(),
    search: { id: 12 },
  })
  expect(placeOf({ kind: 'case.accept', subject: 'coin_withdrawal 7' })).toEqual({
    to: paths.withdrawals(),
    search: { way: 'coin_withdrawal', id: 7 },
  })
  for (const kind of ['setting.change', 'setting.withdraw'] as const) {
    expect(placeOf({ kind, subject: 'setting fees.trading' })).toEqual({
      to: paths.settings(),
      search: { setting: 'fees.trading' },
    })
  }
})
