import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  explainBalance as explainBalanceCall,
  readStatement as readStatementCall,
} from '@btbc/contract/wallet.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { statementOfAccount } from '@btbc/ledger/account-statement.ts'
import { memberAccount, type Wallet } from '@btbc/ledger/account.ts'
import { explainAccount } from '@btbc/ledger/explain.ts'

import { getCoin, getSpotCoin } from './coins.ts'
import { recordText } from './record-text.ts'

/** One wallet in one coin, line by line, and where its balance comes from. */

export async function readStatement(
  tx: Tx,
  request: {
    memberId: number
    wallet: Wallet
    currencyId: number
    limit: number
    page: number
    language: Language
  },
): Promise<Response<typeof readStatementCall>> {
  const { memberId, wallet, currencyId, limit, page, language } = request
  const account = memberAccount(memberId, wallet, coinIn(wallet, currencyId).id)
  const { rows, total } = await statementOfAccount(tx, account, { limit, page })
  return {
    list: rows.map(({ entryId, kind, at, value, balance }) => ({
      id: Number(entryId),
      kind,
      info: recordText(kind, language),
      value,
      balance,
      created_at: at,
      order_no: `E${entryId}`,
    })),
    total,
    page,
    limit,
  }
}

export async function explainBalance(
  tx: Tx,
  request: { memberId: number; wallet: Wallet; currencyId: number; language: Language },
): Promise<Response<typeof explainBalanceCall>> {
  const { memberId, wallet, currencyId, language } = request
  const { id, code } = coinIn(wallet, currencyId)
  const { available, held, kinds } = await explainAccount(tx, memberAccount(memberId, wallet, id))
  return {
    currency: id,
    currency_name: code,
    available,
    locked: held,
    groups: kinds.map((group) => ({
      kind: group.kind,
      info: recordText(group.kind, language),
      count: group.entries,
      available: group.available,
      locked: group.held,
    })),
  }
}

function coinIn(wallet: Wallet, currencyId: number) {
  return wallet === 'change' ? getSpotCoin(currencyId) : getCoin(currencyId)
}
