import type { Response } from '@btbc/contract/endpoint.ts'
import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'

import { getMember } from '#modules/account/index.ts'
import { methodsOf } from '#modules/security/index.ts'
import type { Coin } from '#modules/wallet/index.ts'

import { blockOf } from './limits/blocks.ts'
import { houseLeft } from './limits/house-limit.ts'
import { fromWorth, limitsOf, minimumOf, rateOf, termsOf } from './limits/terms.ts'
import { welcomeStays } from './limits/welcome-stays.ts'
import { spotAccount } from './withdrawal.entries.ts'

type Info = Response<typeof readWithdrawalTerms>

/** Everything a member has to know before typing an amount. */
export async function withdrawInfo(
  tx: Tx,
  { memberId, coin, now }: { memberId: number; coin: Coin; now: Date },
): Promise<Info> {
  const terms = await termsOf(tx, coin.id, now)
  const { verified, dayLeft, monthLeft } = await limitsOf(tx, { memberId, now })
  const { available } = await balanceOf(tx, spotAccount({ memberId, currency: coin.id }))
  const { prices } = terms
  const stays = await welcomeStays(tx, { memberId, prices })
  // Between members nothing leaves.
  const house = verified ? await houseLeft(tx, now) : { most: dayLeft, left: dayLeft }
  const most = leastOf([dayLeft, monthLeft, stays?.left ?? dayLeft, house.most])
  const inCoins = (worth: bigint) =>
    fromWorth(prices, { currency: coin.id, worth, rounding: 'down' })
  return {
    currency: coin.id,
    currency_name: coin.code,
    min: minimumOf(terms),
    max: inCoins(most),
    at_once: inCoins(leastOf([most, house.left])),
    rate: rateOf(terms),
    fixed_fee: terms.fixedFee,
    available,
    day_left: inCoins(dayLeft),
    month_left: inCoins(monthLeft),
    outside: verified,
    welcome_stays: stays?.worth ?? null,
    blocked: (await blockOf(tx, { memberId, currencies: [coin.id], now })) ?? null,
    step_up: await methodsOf(tx, await getMember(tx, memberId), 'withdraw'),
  }
}

function leastOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((a, b) => (a < b ? a : b))
}
