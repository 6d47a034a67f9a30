import { endpoint } from '#endpoint.ts'
import { Payment } from '#payment-state.ts'
import { int, list, optional, paging } from '#wire.ts'

/** Coins that come in from the test chain. */

export const depositCalls = {
  '/pay/coin_recharge_list': endpoint({
    methods: ['GET'],
    access: 'member',
    changes: false,
    summary: 'Deposits, newest first, unconfirmed ones at once; status -1 all, 1, 2, 3',
    request: { ...paging, status: optional(int(-1, 9)) },
    response: list(Payment),
    refusals: [],
  }),
}
