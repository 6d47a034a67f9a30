import {
  listBankDeposits as listBankDepositsCall,
  readBankDetails,
  requestCredit,
} from '@btbc/contract/bank-deposit.ts'
import { ALL_STATES } from '@btbc/contract/payment-state.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Serve } from '#http/serve.ts'
import type { FindCoin } from '#modules/deposit/index.ts'

import { askForDeposit, describeBank, listBankDeposits } from './bank-deposit.ts'

const PER_PAGE = 100

/** `charge_req` is one call of the seeds for two rails: the bank's is here, coins go to `findCoin`. */
export function serveBankDeposits(serve: Serve, { findCoin }: { findCoin: FindCoin }): void {
  serve(
    requestCredit,
    async ({ db, request: { currency, account }, caller: { memberId } }) =>
      currency === currencies.BANK.id
        ? undefined
        : await findCoin.ask(db, { memberId, currency, hash: account }),
    async ({ tx, request, caller: { memberId }, prepared, from, random, now }) => {
      if (prepared !== undefined) return await findCoin.find(tx, { memberId, txHash: prepared })
      const { account, amount, rate, pic, img } = request
      const asked = { account, amount, rate, voucher: img ?? pic }
      return await askForDeposit(tx, { memberId, ...asked, from, random, now })
    },
  )
  serve(readBankDetails, ({ tx, caller: { memberId }, language, now }) =>
    describeBank(tx, { memberId, language, now }),
  )
  serve(listBankDepositsCall, ({ tx, request, caller, language }) => {
    const { status = ALL_STATES, page = 1, limit = PER_PAGE } = request
    return listBankDeposits(tx, { memberId: caller.memberId, status, page, limit, language })
  })
}
