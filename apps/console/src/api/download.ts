import { CallRefused } from '@btbc/client/client.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'

import type { Ask, Call } from '#api/call.ts'
import { dropToken, token } from '#session.ts'

const SESSION_ENDED = 999

/** What a refusal looks like where a file was asked for. */
type Refused = { type: string | number; code: RefusalCode; message: string }

/** Asks for a file, however long it takes, and hands it to the browser to keep. */
export async function download<E extends Call>(call: E, request: Ask<E>): Promise<void> {
  const answer = await fetch(`/operator/api${call.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token() ?? ''}` },
    body: JSON.stringify(request),
  })
  if (answer.headers.get('content-type')?.startsWith('text/csv') !== true) {
    const { type, code, message } = (await answer.json()) as Refused
    if (Number(type) === SESSION_ENDED) dropToken()
    throw new CallRefused(code, message, {}, 'en')
  }
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  URL.revokeObjectURL(url)
}
