import type { Clock } from '#platform/clock.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import type { Chore, Sweep } from '#platform/jobs.ts'

import { claimSilent } from './gateway.ask.ts'
import { sweepExpired, sweepOwed, takeTruth } from './gateway.settle.ts'

export const gatewaySweeps: readonly Sweep[] = [
  { name: 'close unpaid gateway deposits', run: (tx, { now }) => sweepExpired(tx, now) },
  { name: 'credit owed gateway deposits', run: sweepOwed },
]

/** Asks the provider about orders it has not spoken of: an event may have been lost. */
export function gatewayChores(gateway: Gateway | undefined, clock: Clock): Chore[] {
  if (!gateway) return []
  return [
    {
      name: 'ask the payment provider',
      run: async (db, wallNow) => {
        const orders = await db.transaction().execute((tx) => claimSilent(tx, wallNow))
        const answers = orders.map(async (order) => {
          const truth = await gateway.truthOf(order)
          const at = { now: clock.now(), wallNow: clock.wallNow() }
          await db.transaction().execute((tx) => takeTruth(tx, truth, at))
        })
        // All have been taken or failed before one failure is reported.
        await Promise.allSettled(answers)
        await Promise.all(answers)
      },
    },
  ]
}
