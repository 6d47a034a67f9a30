/** What custody has, or the books say it has, beside what is true. */

import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { balanceOnChain } from '#chain/chain.ts'

import type { TestChain } from './chain.ts'
import { newKey, type TestServer } from './server.ts'

const { USDT, BTC, BANK } = currencies

/** USDT that an address suddenly has more, or less, without any transfer that says so. */
export async function setHeld(chain: TestChain, change: bigint, address = chain.hotAddress) {
  const { address: token } = chain.coins[USDT.id]
  const held = await balanceOnChain(chain, { coin: USDT.id, address })
  await chain.node('anvil_dealERC20', [address, token, `0x${(held + change).toString(16)}`])
}

/** A change of the mirror that nothing outside stands behind. */
export async function plant(server: TestServer, purpose: 'chain' | 'rail:bank', units: bigint) {
  const currency = purpose === 'chain' ? BTC.id : BANK.id
  const other = purpose === 'chain' ? 'pool:treasury' : 'rail:position'
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: `test:${newKey()}`,
      kind: 'genesis.treasury_filled',
      at: server.clock.now(),
      moves: [
        { from: houseAccount(purpose, currency), to: houseAccount(other, currency), amount: units },
      ],
    }),
  )
}
