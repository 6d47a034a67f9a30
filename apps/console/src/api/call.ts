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

/** The words of an error: the server's own, or ours when it could not be heard. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused) return error.message
  return say(error instanceof Unanswered ? 'shell.unanswered' : 'shell.unreachable')
}
