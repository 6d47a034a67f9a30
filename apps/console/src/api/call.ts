import { CallRefused, createClient, Unreachable } from '@btbc/client/client.ts'
import type { RequestJson, ResponseJson } from '@btbc/contract/endpoint.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { dropToken, isActive, token } from '#session.ts'

/** How the console speaks with its server: as whoever is logged in. */

export type Call = OperatorEndpoint
export type Ask<E extends Call> = RequestJson<E>
export type Answer<E extends Call> = ResponseJson<E>

export const client = createClient({
  base: '/operator/api',
  token,
  headers: () => ({ lang: 'en', ...(isActive() ? {} : { 'X-Background': '1' }) }),
})
client.onSessionEnded(dropToken)

/** Of an act no answer came: it may have been done. */
export class Unanswered extends Unreachable {}

/** These name a field as the call has it, which is on no screen. */
const ofTheWire: ReadonlySet<string> = new Set(['invalid_request', 'unknown_field'])

/** The words of an error: the server's own, or ours when it could not be heard or speaks of the wire. */
export function errorText(error: unknown, { isAtField = false } = {}): string {
  if (error instanceof CallRefused && ofTheWire.has(error.code))
    return say(isAtField ? 'shell.checkField' : 'shell.checkFields')
  if (error instanceof CallRefused) return error.message
  return say(error instanceof Unanswered ? 'shell.unanswered' : 'shell.unreachable')
}
