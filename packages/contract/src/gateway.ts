import * as z from 'zod/mini'

import { endpoint, SAME_WITHIN_S } from '#endpoint.ts'
import { type GatewayPath, gatewayPaths } from '#gateway-path.ts'
import { Payment, railRefusals } from '#payment-state.ts'
import { Amount, digits, int, list, optional, paging, SignedAmount, text } from '#wire.ts'

/** Deposits through the payment gateway, which is a sandbox. */

const ACCOUNT_LENGTH_MAX = 40

const recharge = <Path extends GatewayPath>(path: Path, summary: string) =>
  endpoint({
    path,
    methods: ['GET', 'POST'],
    access: 'member',
    changes: true,
    business: true,
    about: ['deposits'],
    sameWithin_s: SAME_WITHIN_S,
    summary,
    request: {
      /** Bank units. A sign is read, so that its refusal names the range. */
      amount: optional(SignedAmount),
      /** USDT for one bank unit, as it was shown: another one is refused. */
      rate: optional(Amount),
      pay_type: optional(text(ACCOUNT_LENGTH_MAX)),
      /** The code of a method of this path; the path's first when absent. */
      pay_platform: optional(text(ACCOUNT_LENGTH_MAX)),
      /** The payer's account, where the method asks for one. */
      account: optional(digits(ACCOUNT_LENGTH_MAX)),
    },
    /** Where to pay: an address of the sandbox provider. */
    response: z.string(),
    refusals: [
      'gateway_unavailable',
      'payment_method_unknown',
      'recharge_amount_required',
      'recharge_range',
      'recharge_account_required',
      'deposits_unpaid',
      ...railRefusals,
    ],
  })

export const listPaymentMethods = endpoint({
  path: '/pay/platforms',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deposits'],
  summary: 'Ways to deposit through the gateway, their limits, and what the house can take now',
  request: {},
  response: z.object({
    /** False when this install has no provider that members can reach, and while the house takes nothing. */
    open: z.boolean(),
    /** USDT for one bank unit. */
    rate: Amount,
    /** Bank units the treasury can cover just now. */
    left: Amount,
    platforms: z.array(
      z.object({
        api: z.enum(gatewayPaths),
        code: z.string(),
        name: z.string(),
        min: Amount,
        max: Amount,
        asks_account: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const depositOnline = recharge(
  '/pay/recharge',
  'Deposit through the gateway; answers the address to pay at',
)

export const depositByMobile = recharge(
  '/pay/bkash',
  'Deposit with bKash or NAGAD; answers the address to pay at',
)

export const depositByCard = recharge(
  '/pay/card',
  'Deposit with a test card; answers the address to pay at',
)

export const listOnlineDeposits = endpoint({
  path: '/pay/recharge_list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['deposits'],
  summary: 'Deposits through the gateway, newest first',
  request: { status: optional(int(-1, 2)), ...paging },
  response: list(Payment),
  refusals: [],
})

export const gatewayCalls = {
  listPaymentMethods,
  depositOnline,
  depositByMobile,
  depositByCard,
  listOnlineDeposits,
}
