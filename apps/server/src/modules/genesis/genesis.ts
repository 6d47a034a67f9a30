import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import type { Custody } from '#chain/chain.ts'

import { poolsFunded, treasuryFilled } from './genesis.entries.ts'

/** The house on its first day: money and the shop. The second time nothing happens. */
export async function foundHouse(
  tx: Tx,
  { now, custody }: { now: Date; custody: Custody },
): Promise<void> {
  await post(tx, treasuryFilled(now, custody))
  await post(tx, poolsFunded(now))
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from machine_model`.execute(tx)
  if (rows[0]?.known === 0) await stockShop(tx)
}

/** What the shop begins with; from then on two operators change it. */
async function stockShop(tx: Tx): Promise<void> {
  await tx
    .insertInto('machine_model')
    .values(
      machines.map(({ name, img, currency }) => ({
        code: name.toLowerCase(),
        name,
        img,
        currency,
        offered_from: FIRST,
      })),
    )
    .execute()
  await tx
    .insertInto('setting')
    .values(
      machines.map(({ name, terms }) => ({
        name: `machine.${name.toLowerCase()}`,
        effective_from: FIRST,
        value: JSON.stringify({ state: 'on sale', ...terms, stock: '10000' }),
      })),
    )
    .execute()
}

/** As the first value of every setting: what has held since before the house was. */
const FIRST = new Date('2023-01-01T00:00:00Z')
const { USDT, BTBC } = currencies

const machines = [
  {
    name: 'S-1',
    img: '/media/machine-s1.svg',
    currency: USDT.id,
    terms: { price: '20', income: '0.5', days: '60', limit: '5' },
  },
  {
    name: 'S-2',
    img: '/media/machine-s2.svg',
    currency: USDT.id,
    terms: { price: '100', income: '2.8', days: '60', limit: '5' },
  },
  {
    name: 'S-3',
    img: '/media/machine-s3.svg',
    currency: USDT.id,
    terms: { price: '500', income: '15', days: '90', limit: '2' },
  },
  {
    name: 'C-1',
    img: '/media/machine-c1.svg',
    currency: BTBC.id,
    terms: { price: '50', income: '1.2', days: '60', limit: '3' },
  },
] as const
