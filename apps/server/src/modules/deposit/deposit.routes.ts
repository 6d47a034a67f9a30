import {
  listDeposits as listDepositsCall,
  readDepositAddress,
  requestTestCoins,
} from '@btbc/contract/deposit.ts'
import { ALL_STATES } from '@btbc/contract/payment-state.ts'

import type { Chain } from '#chain/chain.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'

import { listDeposits } from './deposit.list.ts'
import { askFaucet, minedHash } from './faucet.ts'
import { readAddress } from './address.ts'

const PER_PAGE = 20

export function serveDeposits(
  serve: Serve,
  serveDirect: ServeDirect,
  { chain }: { chain: Chain | undefined },
): void {
  serve(readDepositAddress, ({ tx, caller: { memberId }, request, now }) =>
    readAddress(tx, { memberId, currencyId: request.currency, chain, now }),
  )
  serveDirect(requestTestCoins, async (context) => {
    const { db, caller, request, key, now, wallNow, isLocal } = context
    const { id, amount } = await inTransaction(db, (tx) =>
      askFaucet(tx, {
        memberId: caller.memberId,
        currencyId: request.currency,
        chain,
        isLocal,
        key,
        now,
        wallNow,
      }),
    )
    return { tx_hash: await minedHash(db, id), amount }
  })
  serve(listDepositsCall, ({ tx, caller: { memberId }, request, language }) =>
    listDeposits(tx, {
      memberId,
      status: request.status ?? ALL_STATES,
      limit: request.limit ?? PER_PAGE,
      page: request.page ?? 1,
      language,
    }),
  )
}
