import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Serve } from '#http/serve.ts'

import { askForDeposit, describeBank, listBankDeposits } from './bank-deposit.ts'

const PER_PAGE = 100

/** A member names the transaction of a coin that did not show up. It is never a credit by itself. */
export type FindCoinDeposit = (
  tx: Tx,
  request: {
    memberId: number
    currency: number
    hash: string | undefined
    now: Date
    wallNow: Date
  },
) => Promise<{ id: number; order_no: string }>

/** `charge_req` is one call of the seeds for two rails: the bank's is here, coins go to `findCoin`. */
export function serveBankDeposits(
  serve: Serve,
  { findCoin }: { findCoin: FindCoinDeposit | undefined },
): void {
  serve('/wallet/charge_req', async ({ tx, request, caller, random, now, wallNow }) => {
    const { memberId } = caller
    const { currency, account, amount, pic, img } = request
    if (currency === currencies.BANK.id) {
      const voucher = img ?? pic
      return await askForDeposit(tx, { memberId, account, amount, voucher, random, now })
    }
    if (!findCoin) throw new Refusal('currency_not_found')
    return await findCoin(tx, { memberId, currency, hash: account, now, wallNow })
  })
  serve('/pay/bank_details', ({ tx, caller }) => describeBank(tx, caller))
  serve('/pay/bank_recharge_list', ({ tx, request, caller }) => {
    const { status = -1, page = 1, limit = PER_PAGE } = request
    return listBankDeposits(tx, { memberId: caller.memberId, status, page, limit })
  })
}
