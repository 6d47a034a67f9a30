import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, SignedAmount, Timestamp } from '#wire.ts'

/** Open books: what is owed, what is set aside, what covers it. Everyone may read it. */

export const readSolvency = endpoint({
  path: '/solvency',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: ['solvency'],
  summary: 'Totals from the books: owed to members, reserves, promises, custody',
  request: {},
  response: z.object({
    at: Timestamp,
    currencies: z.array(
      z.object({
        currency: z.int(),
        currency_name: z.string(),
        owed: z.object({ available: Amount, held: Amount, unclaimed: Amount }),
        /**
         * What is set aside, by account: pools, reserves, fees, dust; and in `suspense` what is on its way,
         * which covers nothing. Gas that nobody has paid for yet is below zero.
         */
        reserves: z.record(z.string(), SignedAmount),
        /** What is promised and not yet due. */
        promises: Amount,
        /** What is held outside the books for them; negative never. Issued supply for LAUNCH, POINT and unminted BTBC. */
        custody: SignedAmount,
        custody_source: z.string(),
        issued: Amount,
        /** Null: not known, as custody was compared too long ago. */
        agrees: z.nullable(z.boolean()),
      }),
    ),
  }),
  refusals: [],
})

export const solvencyCalls = { readSolvency }
