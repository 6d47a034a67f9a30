import type { Serve } from '#http/serve.ts'
import { prepareProof, proveStepUp } from '#modules/security/prove.ts'
import { sendConfirmationCode } from '#modules/security/sent-code.ts'
import { readSecurityState } from '#modules/security/state.ts'
import { openStepUp } from '#modules/security/step-up.ts'
import type { Passwords } from '#modules/session/passwords.ts'
import type { SendLimits } from '#modules/session/send-limits.ts'

export function serveSecurity(
  serve: Serve,
  parts: { passwords: Passwords; sendLimitsOf: (ip: string) => SendLimits | undefined },
): void {
  const { passwords, sendLimitsOf } = parts
  serve('/security/state', ({ tx, caller: { memberId }, now }) =>
    readSecurityState(tx, { memberId, now }),
  )
  serve('/security/step_up', ({ tx, request, caller: { memberId }, random, wallNow }) =>
    openStepUp(tx, { ...request, memberId, random, wallNow }),
  )
  serve(
    '/security/step_up/prove',
    ({ db, request, caller: { memberId } }) => prepareProof(db, { request, memberId, passwords }),
    ({ tx, request, caller: { memberId }, prepared, random, wallNow }) =>
      proveStepUp(tx, { ...prepared, request, memberId, random, wallNow }),
  )
  serve('/pay/check_mobile', ({ tx, caller: { memberId }, ip, language, random, wallNow }) => {
    const limits = sendLimitsOf(ip)
    return sendConfirmationCode(tx, { memberId, ip, limits, language, random, wallNow })
  })
}
