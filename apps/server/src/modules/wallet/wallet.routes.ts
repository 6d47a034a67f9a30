import type { Serve, ServeDirect } from '#http/serve.ts'

import type { MarketPrice } from './reference-prices.ts'
import { explainBalance, readStatement } from './wallet.statement.ts'
import { listCoins, transferOwn } from './wallet.transfer.ts'
import { listWallets } from './wallet.ts'

const LIMIT_DEFAULT = 20
const TRANSFER_ID_BYTES = 12

export function serveWallet(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  { marketPrice }: { marketPrice: MarketPrice },
): void {
  serveDirect('/wallet/list', ({ db, caller: { memberId } }) =>
    listWallets(db, { memberId, marketPrice }),
  )
  serve('/currency/user_currency_list', ({ tx, caller: { memberId } }) =>
    listCoins(tx, { memberId }),
  )
  serve('/wallet/change', ({ tx, caller: { memberId }, request, random, now }) =>
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
  serve('/wallet/statement', ({ tx, caller: { memberId }, request, language }) =>
    readStatement(tx, {
      memberId,
      wallet: request.wallet,
      currencyId: request.currency,
      limit: request.limit ?? LIMIT_DEFAULT,
      page: request.page ?? 1,
      language,
    }),
  )
  serve('/wallet/explain', ({ tx, caller: { memberId }, request, language }) =>
    explainBalance(tx, {
      memberId,
      wallet: request.wallet,
      currencyId: request.currency,
      language,
    }),
  )
}
