import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'

import { startHouseOnChain } from '#testing/house-on-chain.ts'
import { ok } from '#testing/server.ts'

import { auditTransfers, findUnbooked } from './transfers.audit.ts'

const { USDT } = currencies
const WEI = 10n ** 18n

test.each([
  [
    'a deposit credited twice',
    'update deposit set amount = amount * 2, on_chain = on_chain * 2',
    /deposit:1:/,
  ],
  ['a deposit that no transfer stands behind', 'delete from deposit', /deposit:1:credited/],
  [
    'an arrival booked twice',
    'update arrival set amount = amount * 2',
    /currency 3: 1000000000 booked/,
  ],
  [
    'a floored amount that no deposit stands behind',
    'insert into cut_off values (3, 1)',
    /currency 3: 1 kept instead of 0/,
  ],
])(
  'the audit finds %s',
  async (_, corruption, detail) => {
    const { chain, server, compare } = await startHouseOnChain()
    const ada = await server.join('ada@example.test')
    const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
    await chain.sendToken(USDT.id, address as Hex, 2n * WEI)
    await chain.sendToken(USDT.id, chain.hotAddress, 5n * WEI)
    await compare()
    expect(await auditTransfers(server.db)).toEqual([])
    // Planted and taken back: the audit at the end of the test must find nothing.
    const planted = await server.db.startTransaction().execute()
    await sql.raw(corruption).execute(planted)
    const found = await findUnbooked(planted)
    await planted.rollback().execute()
    expect(found.map((each) => each.detail).join()).toMatch(detail)
  },
  240_000,
)
