import { readCoin } from '@btbc/contract/deposit.ts'
import {
  cancelWithdrawal,
  listWithdrawals as listWithdrawalsCall,
  quoteWithdrawal as quoteWithdrawalCall,
  readWithdrawalTerms,
  requestWithdrawal,
  requestWithdrawalBySymbol,
} from '@btbc/contract/withdrawal.ts'
import { addAddress, listAddresses, removeAddress } from '@btbc/contract/saved-address.ts'
import {
  cancelBankWithdrawal,
  listBankWithdrawals,
  listPayableBanks,
  readBankWithdrawalTerms,
  requestBankWithdrawal,
} from '@btbc/contract/bank-withdrawal.ts'
import { ALL_STATES } from '@btbc/contract/payment-state.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Chain } from '#chain/chain.ts'
import type { Serve } from '#http/serve.ts'
import { getCoin } from '#modules/wallet/index.ts'

import { readCoinInfo } from './coin-info.ts'
import { bankInfo, listBank, listBanks } from './bank/bank-withdrawal.list.ts'
import { cancelBank, withdrawToBank } from './bank/bank-withdrawal.ts'
import { hasCode } from './chain/destination.ts'
import { listSavedAddresses, removeSavedAddress, saveAddress } from './chain/saved-address.ts'
import { cancelOut } from './withdrawal.ending.ts'
import { withdrawInfo } from './withdrawal.info.ts'
import { listWithdrawals } from './withdrawal.list.ts'
import { openWithdrawal, quoteWithdrawal } from './withdrawal.ts'

const PER_PAGE = 20

export function serveWithdrawals(serve: Serve, chain: Chain | undefined): void {
  serveOut(serve, chain)
  serveOlderOut(serve, chain)
  serveSavedAddresses(serve, chain)
  serveBank(serve)
}

function serveOut(serve: Serve, chain: Chain | undefined): void {
  serve(readCoin, ({ tx, caller: { memberId }, request, language, now, isLocal }) =>
    readCoinInfo(tx, {
      memberId,
      currencyId: request.currency,
      chain,
      now,
      language,
      isLocal,
    }),
  )
  serve(readWithdrawalTerms, ({ tx, caller: { memberId }, request, now }) =>
    withdrawInfo(tx, { memberId, coin: coinOf(request.type), now }),
  )
  serve(
    quoteWithdrawalCall,
    ({ request }) => hasCode(chain, request.address),
    ({ tx, caller: { memberId }, request, prepared: isContract, random, now }) => {
      const { amount, address } = request
      const coin = getCoin(request.currency)
      return quoteWithdrawal(tx, {
        memberId,
        coin,
        amount,
        address,
        chain,
        isContract,
        random,
        now,
      })
    },
  )
  serve(
    requestWithdrawal,
    ({ request }) => hasCode(chain, request.address),
    ({ tx, caller, request, confirm, prepared: isContract, ...context }) =>
      openWithdrawal(tx, {
        ...context,
        ...request,
        ...caller,
        coin: getCoin(request.currency),
        address: request.address,
        amount: request.number,
        quoteId: request.quote_id,
        authorization: { by: 'member', confirm },
        chain,
        isContract,
      }),
  )
  serve(cancelWithdrawal, ({ tx, caller: { memberId }, request, now }) =>
    cancelOut(tx, { memberId, id: request.id, now }),
  )
  serve(listWithdrawalsCall, ({ tx, caller: { memberId }, request, language, now }) => {
    const { status = ALL_STATES, page = 1, limit = PER_PAGE } = request
    return listWithdrawals(tx, { memberId, status, page, limit, language, now })
  })
}

/** The same by the coin's symbol, as older clients ask for it. */
function serveOlderOut(serve: Serve, chain: Chain | undefined): void {
  serve(
    requestWithdrawalBySymbol,
    ({ request }) => hasCode(chain, request.address),
    ({ tx, caller, request, confirm, prepared: isContract, ...context }) =>
      openWithdrawal(tx, {
        ...context,
        ...caller,
        coin: coinOf(request.type),
        address: request.address,
        amount: request.amount,
        quoteId: request.quote_id,
        authorization: { by: 'member', confirm },
        chain,
        isContract,
      }),
  )
}

function serveSavedAddresses(serve: Serve, chain: Chain | undefined): void {
  serve(listAddresses, ({ tx, caller: { memberId }, now }) =>
    listSavedAddresses(tx, { memberId, now }),
  )
  serve(
    addAddress,
    ({ request }) => hasCode(chain, request.address),
    ({ tx, caller: { memberId }, request, confirm, prepared: isContract, now }) => {
      const { address: typed, name } = request
      return saveAddress(tx, { memberId, typed, name, confirm, chain, isContract, now })
    },
  )
  serve(removeAddress, async ({ tx, caller: { memberId }, request }) => {
    await removeSavedAddress(tx, { memberId, id: request.id })
    return {}
  })
}

function serveBank(serve: Serve): void {
  serve(listPayableBanks, ({ tx, request }) => listBanks(tx, { platform: request.pay_platform }))
  serve(readBankWithdrawalTerms, ({ tx, caller: { memberId }, request, now }) =>
    bankInfo(tx, { memberId, amount: request.amount, now }),
  )
  serve(requestBankWithdrawal, ({ tx, caller: { memberId }, request, confirm, ...context }) =>
    withdrawToBank(tx, { ...context, memberId, form: request, confirm }),
  )
  serve(cancelBankWithdrawal, async ({ tx, caller: { memberId }, request, now }) => {
    await cancelBank(tx, { memberId, id: request.id, now })
    return {}
  })
  serve(listBankWithdrawals, ({ tx, caller: { memberId }, request, language }) => {
    const { status = ALL_STATES, page = 1, limit = PER_PAGE } = request
    return listBank(tx, { memberId, status, page, limit, language })
  })
}

/** By its id or its symbol, as old clients name it. */
function coinOf(type: string) {
  const named = Object.values(currencies).find(({ code }) => code === type.toUpperCase())
  return getCoin(named?.id ?? Number(type))
}
