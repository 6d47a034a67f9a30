import type { Config } from '#config.ts'
import type { Serve } from '#http/serve.ts'
import { freezeAccount, unfreezeAccount } from './freeze.ts'
import { prepareFundPin, removeFundPin, setFundPin } from './fund-pin.ts'
import { beginPasskey, finishPasskey, listPasskeys, removePasskey } from './passkeys.ts'
import { setPhrase } from './phrase.ts'
import { prepareProof, proveStepUp } from './prove.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { sendConfirmationCode } from './sent-code.ts'
import { readSecurityState } from './state.ts'
import { openStepUp } from './step-up.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'
import type { Passwords } from '#platform/passwords.ts'
import { sendLimitsOf } from '#modules/session/index.ts'

export function serveSecurity(
  serve: Serve,
  { passwords, config }: { passwords: Passwords; config: Config },
): void {
  serveProtection(serve, passwords)
  serve('/security/freeze', async ({ tx, caller, from, now, wallNow }) => {
    await freezeAccount(tx, { caller, network: from.network, now, wallNow })
    return {}
  })
  serve('/security/unfreeze', async ({ tx, request, caller: { memberId }, now, wallNow }) => {
    await unfreezeAccount(tx, { ...request, memberId, now, wallNow })
    return {}
  })
  serve('/security/state', ({ tx, caller: { memberId }, now }) =>
    readSecurityState(tx, { memberId, now }),
  )
  serve('/security/step_up', ({ tx, request, caller: { memberId }, origin, random, wallNow }) =>
    openStepUp(tx, { ...request, memberId, origin, random, wallNow }),
  )
  serve(
    '/security/step_up/prove',
    ({ db, request, caller: { memberId } }) => prepareProof(db, { request, memberId, passwords }),
    ({ tx, caller: { memberId }, prepared, ...context }) =>
      proveStepUp(tx, { ...prepared, ...context, memberId }),
  )
  serve(
    '/pay/check_mobile',
    ({ tx, caller: { memberId }, from, ip, language, random, wallNow }) => {
      const limits = sendLimitsOf(config, from)
      return sendConfirmationCode(tx, { memberId, ip, limits, language, random, wallNow })
    },
  )
}

/** What a member proves themself with: added, renewed, removed. */
function serveProtection(serve: Serve, passwords: Passwords): void {
  serve('/security/totp/begin', ({ tx, request, caller: { memberId }, random, now, wallNow }) =>
    beginTotp(tx, { ...request, memberId, random, now, wallNow }),
  )
  serve('/security/totp/confirm', ({ tx, request, caller, random, wallNow }) =>
    confirmTotp(tx, { ...request, caller, random, wallNow }),
  )
  serve('/security/totp/remove', async ({ tx, request, caller: { memberId }, now, wallNow }) => {
    await removeTotp(tx, { ...request, memberId, now, wallNow })
    return {}
  })
  serve('/security/passkeys', ({ tx, caller: { memberId } }) => listPasskeys(tx, memberId))
  serve(
    '/security/passkey/begin',
    ({ tx, request, caller: { memberId }, origin, random, now, wallNow }) =>
      beginPasskey(tx, { ...request, memberId, origin, random, now, wallNow }),
  )
  serve('/security/passkey/finish', ({ tx, request, caller, origin, random, wallNow }) =>
    finishPasskey(tx, { ...request, caller, origin, random, wallNow }),
  )
  serve('/security/passkey/remove', async ({ tx, request, caller: { memberId }, now, wallNow }) => {
    await removePasskey(tx, { ...request, memberId, now, wallNow })
    return {}
  })
  serve('/security/recovery_codes', ({ tx, request, caller: { memberId }, ...context }) =>
    renewRecoveryCodes(tx, { ...request, ...context, memberId }),
  )
  serve(
    '/security/fund_pin',
    ({ db, request, caller: { memberId }, wallNow }) =>
      prepareFundPin(db, { request, memberId, passwords, wallNow }),
    async ({ tx, request, caller, prepared: pin, now, wallNow }) => {
      const { proof, code } = request
      await setFundPin(tx, { caller, pin, proof, code, now, wallNow })
      return {}
    },
  )
  serve('/security/fund_pin/remove', async ({ tx, request, caller, now, wallNow }) => {
    await removeFundPin(tx, { ...request, memberId: caller.memberId, now, wallNow })
    return {}
  })
  serve('/security/phrase', async ({ tx, request, caller: { memberId }, now, wallNow }) => {
    await setPhrase(tx, { ...request, memberId, now, wallNow })
    return {}
  })
}
