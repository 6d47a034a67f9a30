import {
  explainBalance as explainBalanceCall,
  listCoins as listCoinsCall,
  listWallets as listWalletsCall,
  readStatement as readStatementCall,
  transferCoins,
} from '@btbc/contract/wallet.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'

import type { FollowedPrices, MarketPrice } from './reference-prices.ts'
import { explainBalance, readStatement } from './wallet.statement.ts'
import { listCoins, transferOwn } from './wallet.transfer.ts'
import { listWallets } from './wallet.ts'

const PER_PAGE = 20
const TRANSFER_ID_BYTES = 12

export function serveWallet(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { prices, marketPrice }: { prices: FollowedPrices; marketPrice: MarketPrice },
): void {
  serveDirect(listWalletsCall, ({ db, caller: { memberId } }) =>
    listWallets(db, { memberId, prices: prices.current(), marketPrice }),
  )
  serve(listCoinsCall, ({ tx, caller: { memberId } }) => listCoins(tx, { memberId }))
  serve(transferCoins, ({ tx, caller: { memberId }, request, random, now }) =>
    transferOwn(tx, {
      memberId,
      from: request.from_field,
      to: request.to_field,
      currencyId: request.currency_id,
      amount: request.number,
      id: random(TRANSFER_ID_BYTES).toString('hex'),
      now,
    }),
  )
  serve(readStatementCall, ({ tx, caller: { memberId }, request, language }) =>
    readStatement(tx, {
      memberId,
      wallet: request.wallet,
      currencyId: request.currency,
      limit: request.limit ?? PER_PAGE,
      page: request.page ?? 1,
      language,
    }),
  )
  serve(explainBalanceCall, ({ tx, caller: { memberId }, request, language }) =>
    explainBalance(tx, {
      memberId,
      wallet: request.wallet,
      currencyId: request.currency,
      language,
    }),
  )
}
