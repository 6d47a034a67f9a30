import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Custody } from '#chain/custody.ts'

import { poolsFunded, treasuryFilled } from './genesis.entries.ts'

/** The house on its first day: money and the shop. The second time nothing happens. */
export async function foundHouse(
  tx: Tx,
  { now, custody }: { now: Date; custody: Custody },
): Promise<void> {
  await post(tx, treasuryFilled(now, custody))
  await post(tx, poolsFunded(now))
  await tx
    .insertInto('machine_model')
    .values(models.map((model) => ({ ...model, stock: STOCK })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

const STOCK = 10_000
const { USDT, BTBC } = currencies

const models = [
  {
    name: 'S-1',
    img: '/media/machine-s1.svg',
    currency: USDT.id,
    price: units('20'),
    income_per_day: units('0.5'),
    days: 60,
    member_limit: 5,
  },
  {
    name: 'S-2',
    img: '/media/machine-s2.svg',
    currency: USDT.id,
    price: units('100'),
    income_per_day: units('2.8'),
    days: 60,
    member_limit: 5,
  },
  {
    name: 'S-3',
    img: '/media/machine-s3.svg',
    currency: USDT.id,
    price: units('500'),
    income_per_day: units('15'),
    days: 90,
    member_limit: 2,
  },
  {
    name: 'C-1',
    img: '/media/machine-c1.svg',
    currency: BTBC.id,
    price: units('50'),
    income_per_day: units('1.2'),
    days: 60,
    member_limit: 3,
  },
] as const

function units(text: string): bigint {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`${text} is not an amount`)
  return amount
}
