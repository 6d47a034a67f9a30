import * as z from 'zod/mini'

import { row } from '#aliases.ts'
import { endpoint } from '#endpoint.ts'
import { payment } from '#payment-state.ts'
import { CoinBalances } from '#wallet.ts'
import { Amount, int, list, optional, paging } from '#wire.ts'

/** Coins that come in from the test chain. */

const currency = int(1, 10_000)

export const readDepositAddress = endpoint({
  path: '/wallet/get_in_address',
  methods: ['POST'],
  access: 'member',
  // The first time an index is taken; nobody can tell, and nothing moves.
  changes: false,
  about: [],
  summary: 'The member’s own deposit address on the test chain (EIP-55), the same for every coin',
  request: { currency },
  response: z.string(),
  refusals: ['currency_not_found', 'chain_unavailable'],
})

export const readCoin = endpoint({
  path: '/wallet/get_info',
  methods: ['POST'],
  access: 'member',
  changes: false,
  about: ['withdrawals'],
  summary: 'A coin on its test network: address, minimum, confirmations, limits of a withdrawal',
  request: { currency },
  response: z.object({
    currency: z.int(),
    name: z.string(),
    /** As a member reads it: 'Local test chain', 'BSC testnet'. */
    network: z.string(),
    chain_id: z.int(),
    /** The token's contract; empty for the chain's own coin. */
    contract: z.string(),
    /** Decimals of the coin on the chain. */
    decimals: z.int(),
    address: z.string(),
    /** Of a withdrawal; `rate` in percent. */
    min: Amount,
    max: Amount,
    rate: z.string(),
    fixed_fee: Amount,
    deposit_min: Amount,
    confirmations: z.int(),
    /** Whether test coins can be had here at a press. */
    faucet: z.nullable(Amount),
    balances: CoinBalances,
  }),
  refusals: ['currency_not_found', 'chain_unavailable'],
})

export const requestTestCoins = endpoint({
  path: '/wallet/faucet',
  methods: ['POST'],
  access: 'member',
  changes: true,
  business: true,
  about: ['deposits', 'balances'],
  summary: 'Test coins of the treasury, sent on the embedded chain to the own deposit address',
  request: { currency },
  response: z.object({ tx_hash: z.string(), amount: Amount }),
  refusals: [
    'currency_not_found',
    'faucet_closed',
    'faucet_wait',
    'faucet_slow',
    'pool_refilling',
    'chain_unavailable',
  ],
})

export const listDeposits = endpoint({
  path: '/pay/coin_recharge_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deposits'],
  summary: 'Deposits, newest first, unconfirmed ones at once; status -1 all, 1, 2, 3',
  request: { ...paging, status: optional(int(-1, 9)) },
  response: list(row({ ...payment, draw_no: z.string() })),
  refusals: [],
})

export const depositCalls = { readDepositAddress, readCoin, requestTestCoins, listDeposits }
