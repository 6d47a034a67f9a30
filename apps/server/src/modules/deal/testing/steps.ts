import { type PayWay, payWays } from '@btbc/contract/payee.ts'
import * as fc from 'fast-check'

import type { Turn } from './plain-deals.ts'

/** What may happen to deals, at random: for the test beside a plain table. */

export const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'

const any = fc.nat({ max: 1000 })
/** After so many milliseconds of a call, which takes about as long; or with its answer in hand. */
export type Death = number | 'answering'
const killed = fc.oneof(
  { weight: isCampaign ? 150 : 40, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.oneof(fc.nat({ max: 12 }), fc.constant<Death>('answering')) },
)
const buy = fc.record({
  do: fc.constant('buy' as const),
  who: any,
  fiat: fc.constantFrom(71n, 100n, 355n, 720n, 1500n),
  way: fc.constantFrom<PayWay>(...payWays),
  between: fc.constantFrom(...Array<string>(8).fill('nothing'), 'pause', 'drain'),
  killed,
})
const turn = fc.record({
  do: fc.constantFrom<Turn>(
    ...([
      'pay',
      'pay',
      'pay',
      'confirm',
      'confirm',
      'cancel',
      'cancelTogether',
      'dispute',
    ] as const),
  ),
  which: any,
  as: fc.constantFrom('right', 'right', 'right', 'other', 'stranger'),
  killed,
})
const decide = fc.record({
  do: fc.constant('decide' as const),
  which: any,
  percent: fc.constantFrom(0, 1, 50, 100),
  killed,
})
const stock = fc.record({
  do: fc.constant('stock' as const),
  which: any,
  coins: fc.constantFrom(-100n, 300n, 900n),
  killed,
})
const minutes = fc.constantFrom(1, 1, 1, 5, 5, 12, 29, 30, 61, 60 * 25)
export const step = fc.oneof(
  { weight: 80, arbitrary: buy },
  { weight: 56, arbitrary: turn },
  { weight: 12, arbitrary: decide },
  { weight: 8, arbitrary: stock },
  { weight: 20, arbitrary: fc.record({ do: fc.constant('show' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes, killed }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jump' as const), minutes }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('down' as const), minutes }) },
)
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
