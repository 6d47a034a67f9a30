import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { boundBy } from '@btbc/contract/step-up.ts'

import type { Ask } from '#api/call.ts'
import type { RiskyCall } from '#security/asked.ts'

/** What has to be proved before a call, apart from the asking: the first screens need only that. */

/** A call that takes a proof. */
export type RiskyEndpoint = Endpoint & { request: { proof: unknown } }

/** What has to be proved before this is sent, by what the contract binds a proof to. */
export function riskOf<E extends RiskyEndpoint>({ path, stepUp }: E, request: Ask<E>): RiskyCall {
  if (stepUp === undefined) throw new Error(`${path} takes no proof`)
  return { action: stepUp.action, payload: boundBy(stepUp, request) }
}
