import {
  freezeAccount as freezeAccountCall,
  keepToKnown as keepToKnownCall,
  stopKeepingToKnown as stopKeepingToKnownCall,
  unfreezeAccount as unfreezeAccountCall,
} from '@btbc/contract/freeze.ts'
import {
  beginPasskey as beginPasskeyCall,
  beginPasskeyLogin as beginPasskeyLoginCall,
  finishPasskey as finishPasskeyCall,
  listPasskeys as listPasskeysCall,
  logInByPasskey as logInByPasskeyCall,
  removePasskey as removePasskeyCall,
} from '@btbc/contract/own-passkeys.ts'
import {
  beginAuthenticator,
  beginStepUp,
  confirmAuthenticator,
  proveStepUp as proveStepUpCall,
  readSecurity,
  removeAuthenticator,
  removeFundPin as removeFundPinCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
  requestConfirmationCode,
  setFundPin as setFundPinCall,
  setPhrase as setPhraseCall,
} from '@btbc/contract/security.ts'

import type { Config } from '#config.ts'
import type { Serve } from '#http/serve.ts'
import { freezeAccount, unfreezeAccount } from './freeze.ts'
import { keepToKnown, stopKeepingToKnown } from './known-receivers.ts'
import { prepareFundPin, removeFundPin, setFundPin } from './fund-pin.ts'
import { beginPasskeyLogin, logInByPasskey } from './passkey-login.ts'
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
  serve(freezeAccountCall, async ({ tx, caller, from, now, wallNow }) => {
    await freezeAccount(tx, { caller, network: from.network, now, wallNow })
    return {}
  })
  serve(unfreezeAccountCall, async ({ tx, caller: { memberId }, confirm, now, wallNow }) => {
    await unfreezeAccount(tx, { memberId, confirm, now, wallNow })
    return {}
  })
  serve(keepToKnownCall, async ({ tx, caller, now, wallNow }) => {
    await keepToKnown(tx, { caller, now, wallNow })
    return {}
  })
  serve(stopKeepingToKnownCall, ({ tx, caller, confirm, now, wallNow }) =>
    stopKeepingToKnown(tx, { caller, confirm, now, wallNow }),
  )
  serve(readSecurity, ({ tx, caller: { memberId }, now }) =>
    readSecurityState(tx, { memberId, now }),
  )
  serve(beginStepUp, ({ tx, request, caller: { memberId }, origin, random, wallNow }) =>
    openStepUp(tx, { ...request, memberId, origin, random, wallNow }),
  )
  serve(
    proveStepUpCall,
    ({ db, request, caller: { memberId }, wallNow }) =>
      prepareProof(db, { request, memberId, passwords, wallNow }),
    ({ tx, prepared, ...context }) => proveStepUp(tx, { ...prepared, ...context }),
  )
  serve(
    requestConfirmationCode,
    ({ tx, request, caller: { memberId }, from, ip, language, random, wallNow }) => {
      const limits = sendLimitsOf(config, from)
      const asked = { memberId, challengeId: request.challenge_id }
      return sendConfirmationCode(tx, { ...asked, ip, limits, language, random, wallNow })
    },
  )
}

/** What a member proves themself with: added, renewed, removed. */
function serveProtection(serve: Serve, passwords: Passwords): void {
  serve(beginAuthenticator, ({ tx, caller: { memberId }, confirm, random, now, wallNow }) =>
    beginTotp(tx, { memberId, confirm, random, now, wallNow }),
  )
  serve(confirmAuthenticator, ({ tx, request, caller, random, wallNow }) =>
    confirmTotp(tx, { ...request, caller, random, wallNow }),
  )
  serve(removeAuthenticator, async ({ tx, caller: { memberId }, confirm, now, wallNow }) => {
    await removeTotp(tx, { memberId, confirm, now, wallNow })
    return {}
  })
  serve(listPasskeysCall, ({ tx, caller: { memberId } }) => listPasskeys(tx, memberId))
  serve(beginPasskeyCall, ({ tx, caller: { memberId }, confirm, origin, random, now, wallNow }) =>
    beginPasskey(tx, { memberId, confirm, origin, random, now, wallNow }),
  )
  serve(finishPasskeyCall, ({ tx, request, caller, origin, random, wallNow }) =>
    finishPasskey(tx, { ...request, caller, origin, random, wallNow }),
  )
  serve(beginPasskeyLoginCall, ({ tx, origin, random, wallNow }) =>
    beginPasskeyLogin(tx, { origin, random, wallNow }),
  )
  serve(logInByPasskeyCall, ({ tx, ...context }) => logInByPasskey(tx, context))
  serve(removePasskeyCall, async ({ tx, request, caller, confirm, now, wallNow }) => {
    const { memberId } = caller
    await removePasskey(tx, { id: request.id, memberId, confirm, now, wallNow })
    return {}
  })
  serve(renewRecoveryCodesCall, ({ tx, caller: { memberId }, ...context }) =>
    renewRecoveryCodes(tx, { ...context, memberId }),
  )
  serve(
    setFundPinCall,
    ({ db, request, caller: { memberId }, wallNow }) =>
      prepareFundPin(db, { request, memberId, passwords, wallNow }),
    async ({ tx, caller, prepared: pin, confirm, now, wallNow }) => {
      await setFundPin(tx, { caller, pin, confirm, now, wallNow })
      return {}
    },
  )
  serve(removeFundPinCall, async ({ tx, caller: { memberId }, confirm, wallNow }) => {
    await removeFundPin(tx, { memberId, confirm, wallNow })
    return {}
  })
  serve(setPhraseCall, async ({ tx, request, caller: { memberId }, confirm, wallNow }) => {
    await setPhrase(tx, { phrase: request.phrase, memberId, confirm, wallNow })
    return {}
  })
}
