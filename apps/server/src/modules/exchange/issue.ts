import type { Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import type { Sweep } from '#platform/jobs.ts'

import type { Exchange, Market } from './exchange.ts'

/** Where the first units of a currency come from that is on no chain: issued when its market is first listed. */

const { ETH } = currencies

type Issue = { currency: CurrencyId; amount: bigint }

const issues: readonly Issue[] = [{ currency: ETH.id, amount: 1_000n * UNIT }]

function marketIssued({ currency, amount }: Issue, now: Date): Entry {
  return {
    key: `market:${currency}:issued`,
    kind: 'market.issued',
    at: now,
    moves: [
      {
        from: houseAccount('issuance', currency),
        to: houseAccount('pool:treasury', currency),
        amount,
      },
    ],
  }
}

/** Issues what listed markets trade, once for ever; answers how many it issued now. */
export async function issue(
  tx: Tx,
  { markets, now }: { markets: readonly Market[]; now: Date },
): Promise<number> {
  let issued = 0
  for (const each of issues) {
    if (!markets.some(({ base }) => base === each.currency)) continue
    const { posted } = await post(tx, marketIssued(each, now))
    if (posted) issued += 1
  }
  return issued
}

export function issueSweep(exchange: Pick<Exchange, 'markets'>): Sweep {
  /** As many markets as were listed when everything of theirs was issued. */
  let settled = 0
  return {
    name: 'issue what new markets trade',
    async run(tx, { now }) {
      const { markets } = exchange
      if (markets.length === settled) return 0
      const issued = await issue(tx, { markets, now })
      if (issued === 0) settled = markets.length
      return issued
    },
  }
}
