import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type HousePurpose, houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { amountField, defineSetting, percentField, settingAt } from '#platform/settings.ts'

/**
 * What one member may have set aside of a pool: a share of what it has left with what is theirs already.
 * Whoever takes all of theirs leaves the rest to the others, of whom the next may take as large a part of it.
 */

const PERCENT = 100n

const { USDT } = currencies

export function shareSetting(name: string, title: string) {
  return defineSetting({
    name,
    title,
    keeps: 'What a member has bought stays as it is; what they buy from then on is held to it.',
    fields: {
      share: percentField({
        label: 'Of the pool, for one member',
        least: '1',
        most: '50',
        decimals: 0,
      }),
      least: amountField({ label: 'In any case', unit: 'USDT', least: '1', most: '10000' }),
    },
  })
}

type ShareSetting = ReturnType<typeof shareSetting>

type Pool = {
  purpose: HousePurpose
  setting: ShareSetting
  /** What is set aside for the member and not paid yet. */
  held: bigint
  now: Date
}

export type Left = {
  /** What the pool can still set aside, and how much of it for this member. */
  pool: bigint
  own: bigint
  share: number
}

export async function leftOf(tx: Tx, { purpose, setting, held, now }: Pool): Promise<Left> {
  const { share, least } = await settingAt(tx, setting, now)
  const { available: pool } = await balanceOf(tx, houseAccount(purpose, USDT.id))
  const part = ((pool + held) * BigInt(share)) / PERCENT
  const most = part > least ? part : least
  const own = most > held ? most - held : 0n
  return { pool, own: own < pool ? own : pool, share }
}

/** A pool that is short of it says so by itself, when it is posted. */
export function refuseShare(
  { pool, own, share }: Left,
  asked: { needed: bigint; covered: (units: bigint) => bigint },
): void {
  if (own === pool || asked.needed <= own) return
  throw new Refusal('pool_share_held', { share, most: formatAmount(asked.covered(own)) })
}
