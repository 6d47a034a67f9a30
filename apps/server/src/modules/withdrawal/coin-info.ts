import type { readCoin } from '@btbc/contract/deposit.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { LOCAL_CHAIN, type Chain } from '#chain/chain.ts'
import { getCoin, readCoinBalances } from '#modules/wallet/index.ts'
import { withdrawInfo } from './withdrawal.info.ts'

import {
  CONFIRMATIONS_NEEDED,
  faucetAmount,
  leastDeposit,
  readAddress,
} from '#modules/deposit/index.ts'

/** Where a coin comes in, on which network, and under which rules. */

type Info = Response<typeof readCoin>

type Asked = { memberId: number; currencyId: number; chain: Chain | undefined; now: Date }
type Reader = { language: Language; isLocal: boolean }

export async function readCoinInfo(tx: Tx, asked: Asked & Reader): Promise<Info> {
  const { memberId, currencyId, chain, now, language, isLocal } = asked
  const currency = getCoin(currencyId)
  const { id, code } = currency
  const { min, max, rate, fixed_fee } = await withdrawInfo(tx, { memberId, coin: currency, now })
  const address = await readAddress(tx, asked)
  if (!chain) throw new Refusal('chain_unavailable')
  const coin = chain.coins[id]
  return {
    currency: id,
    name: code,
    network: chain.name === LOCAL_CHAIN ? say(language, 'remarks', 'local_chain') : chain.name,
    chain_id: chain.chainId,
    contract: coin.kind === 'token' ? coin.address : '',
    decimals: coin.decimals,
    address,
    min,
    max,
    rate,
    fixed_fee,
    deposit_min: leastDeposit(id),
    confirmations: CONFIRMATIONS_NEEDED,
    faucet: chain.kind === 'embedded' && isLocal ? faucetAmount(id) : null,
    balances: await readCoinBalances(tx, { memberId, currency: id }),
  }
}
