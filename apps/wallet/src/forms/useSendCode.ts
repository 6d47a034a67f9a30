import { CallRefused } from '@btbc/client/client.ts'
import { requestCode } from '@btbc/contract/session.ts'
import { notify } from '@btbc/ui/notice.ts'

import type { Ask } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

export type SentCode = {
  /** Names this sending; the server wants it back with the code. */
  nonce: string
  sentTo: string
  /** Wall-clock ms from which another one may be asked for. */
  resendAt: number
}

/** No code was sent yet. */
export const notSent: SentCode = { nonce: '', sentTo: '', resendAt: 0 }

/** Sends a code to an address that is typed before anybody is logged in, or to one's own. */
export function useSendCode(onSent: (sent: Partial<SentCode>) => void) {
  const sending = useSending(onSent)
  const { mutateAsync } = useSend(requestCode, { quiet: true })
  return (request: Ask<typeof requestCode>): Promise<void> =>
    sending(async () => ({
      ...(await mutateAsync({ request })),
      sentTo: request.user_string ?? '',
    }))
}

/**
 * Sends a code. The wait starts only when it was sent; when it was not, the button is live again at
 * once, unless the server says how long the last one still counts.
 */
export function useSending(onSent: (sent: Partial<SentCode>) => void) {
  const t = useText()
  return async (
    send: () => Promise<{ nonce: string; resend_s: number; sentTo: string }>,
  ): Promise<void> => {
    try {
      const { nonce, resend_s, sentTo } = await send()
      onSent({ nonce, sentTo, resendAt: Date.now() + resend_s * 1000 })
      notify(t('session.sendSuccess'))
    } catch (error) {
      const wait = error instanceof CallRefused && error.code === 'resend_wait'
      if (wait) onSent({ resendAt: Date.now() + Number(error.details.wait_s ?? 0) * 1000 })
      throw error
    }
  }
}
