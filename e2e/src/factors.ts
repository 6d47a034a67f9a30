import { setTimeout as wait } from 'node:timers/promises'

import {
  beginAuthenticator,
  beginStepUp,
  confirmAuthenticator,
  proveStepUp,
  requestConfirmationCode,
  setFundPin,
} from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'

import { call, codeFor, ok } from '#api.ts'
import { codeAt, stepNow } from '#authenticator.ts'

/** What a seller confirms with, set up as a client does. */

const PIN = '482913'
const LOOK_MS = 250

/** Answers one code after the other: none works twice, and the next step is taken already. */
export type NextCode = () => Promise<string>

type Holder = { token: string; mail: string; password: string }

/** An authenticator, confirmed by a mailed code, and then a fund PIN. */
export async function giveFactors(url: string, member: Holder): Promise<NextCode> {
  const { token, mail, password } = member
  const begin = async (action: StepUpAction) =>
    ok(await call(url, beginStepUp, { action, payload: {} }, { token })).challenge_id
  const prove = async (challenge_id: string, method: 'code' | 'totp', code: string) =>
    ok(await call(url, proveStepUp, { challenge_id, method, code }, { token })).proof

  const adding = await begin('totp_add')
  ok(await call(url, requestConfirmationCode, { challenge_id: adding }, { token }))
  const added = await prove(adding, 'code', await codeFor(url, mail))
  const { secret } = ok(await call(url, beginAuthenticator, { proof: added }, { token }))
  const next = codesOf(secret)
  ok(await call(url, confirmAuthenticator, { code: await next() }, { token }))

  const proof = await prove(await begin('fund_pin'), 'totp', await next())
  ok(await call(url, setFundPin, { pin: PIN, password, proof }, { token }))
  return next
}

function codesOf(secret: string): NextCode {
  let used = 0
  return async () => {
    const step = Math.max(used + 1, stepNow())
    while (step > stepNow() + 1) await wait(LOOK_MS)
    used = step
    return codeAt(secret, step)
  }
}
