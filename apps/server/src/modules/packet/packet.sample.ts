import { randomBytes } from 'node:crypto'

import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Ground } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'

import { publishPacket, writePacket } from './packet.publish.ts'

/** One red packet for who looks around: its code is told beside it. */

const DAYS = 30
const SHARES = 100
const BUDGET = BigInt(SHARES) * UNIT

export async function openSamplePacket({ db, clock }: Ground): Promise<readonly string[]> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const founding = await tx.selectFrom('founding').select('sample').forUpdate().executeTakeFirst()
    const known = await tx.selectFrom('red_packet').select('id').limit(1).executeTakeFirst()
    if (known || founding === undefined || founding.sample === 'none') return
    const { available } = await balanceOf(tx, houseAccount('pool:red_packet', currencies.BTBC.id))
    if (available < BUDGET) return
    const packet = {
      code: 'HELLOBTBC',
      currency: currencies.BTBC.id,
      budget: BUDGET,
      shares: SHARES,
      split: 'random' as const,
      audience: 'all' as const,
      ends_at: new Date(now.getTime() + DAYS * DAY_MS),
      is_told: true,
    }
    const { id } = await writePacket(tx, { packet, random: randomBytes, now })
    await publishPacket(tx, id, now)
  })
  return []
}
