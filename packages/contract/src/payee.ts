import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Id, optional } from '#wire.ts'

/**
 * Where a buyer would pay a seller: details of one way of payment. The server makes them, marked TEST
 * and with check digits that are wrong; nobody types or uploads any.
 */

export const payWays = ['alipay', 'wechat', 'bank'] as const
export type PayWay = (typeof payWays)[number]

/** The seeds write a way in two spellings; inside it has one. */
const spellings: Readonly<Record<string, PayWay>> = { ali_pay: 'alipay', we_chat: 'wechat' }
const oneSpelling = z.transform((value: unknown) =>
  typeof value === 'string' && Object.hasOwn(spellings, value) ? spellings[value] : value,
)
export const PayWayCode = z.pipe(oneSpelling, z.enum(payWays))

/** A way as the seeds name it in deals. */
export const wayNames = {
  alipay: 'ali_pay',
  wechat: 'we_chat',
  bank: 'bank',
} as const satisfies Readonly<Record<PayWay, string>>

export const Payee = z.object({
  way: z.enum(payWays),
  account: z.string(),
  holder: z.string(),
  /** What the picture says that a telephone would scan. A card has none. */
  qr: z.optional(z.string()),
  /** Of a card alone. */
  bank: z.optional(z.string()),
  branch: z.optional(z.string()),
  area: z.optional(z.string()),
  address: z.optional(z.string()),
})
export type Payee = z.output<typeof Payee>

const OwnPayee = z.extend(Payee, { id: z.int() })

export const listPayees = endpoint({
  path: '/payments/list',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['payees'],
  summary:
    'The ways of payment the member takes as a seller, with the details that were made for each',
  request: {},
  response: z.array(OwnPayee),
  refusals: [],
})

export const addPayee = endpoint({
  path: '/payments/add',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['payees'],
  summary: 'Take a way of payment; its details are made by the server, once',
  request: { way: optional(PayWayCode) },
  response: OwnPayee,
  refusals: ['way_required'],
})

export const removePayee = endpoint({
  path: '/payments/remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['payees'],
  summary: 'Take a way of payment no longer; deals that are open keep its details',
  request: { id: Id },
  response: z.object({}),
  refusals: ['payee_not_found'],
})

export const payeeCalls = { listPayees, addPayee, removePayee }
