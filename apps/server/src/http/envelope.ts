import { refusalText } from '@btbc/contract/refusal-text.ts'
import type { RefusalCode, RefusalDetails } from '@btbc/contract/refusals.ts'

import type { Reader } from './caller.ts'

/** The envelope of every answer under /api, as the seeds write it. */
export type Envelope =
  | { type: 'ok'; message: unknown; request_id: string }
  | {
      type: 'error' | 999
      message: string
      code: RefusalCode
      details: RefusalDetails
      request_id: string
    }

export function answered(message: unknown, requestId: string): Envelope {
  return { type: 'ok', message, request_id: requestId }
}

export function refused(
  code: RefusalCode,
  details: RefusalDetails,
  reader: Reader,
  requestId: string,
): Envelope {
  const facts = { ...details, request_id: requestId }
  return {
    type: code === 'login_required' ? 999 : 'error',
    message: refusalText(code, reader.language, facts, reader.timeZone),
    code,
    details,
    request_id: requestId,
  }
}
