import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { PasskeyAnswer, PasskeyLabel, PasskeyOptions, PasskeyRow } from '#passkey.ts'
import { RecoveryCodes, stepUpFields, stepUpRefusals } from '#security.ts'
import { Id, Nothing, optional, text } from '#wire.ts'

/** A member's passkeys: added, removed, and logged in by. */

export const listPasskeys = endpoint({
  path: '/security/passkeys',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['security'],
  summary: 'The member’s passkeys, newest first',
  request: {},
  response: z.array(PasskeyRow),
  refusals: [],
})

export const beginPasskey = endpoint({
  path: '/security/passkey/begin',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: [],
  stepUp: { action: 'passkey_add', binds: [] },
  summary: 'Begin to add a passkey (step-up passkey_add, payload {})',
  request: stepUpFields,
  response: z.object({ options: PasskeyOptions }),
  refusals: ['too_many_passkeys', ...stepUpRefusals],
})

export const finishPasskey = endpoint({
  path: '/security/passkey/finish',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['security'],
  confidential: true,
  summary: 'Keep the passkey the browser has made; recovery codes are shown this once',
  request: { label: PasskeyLabel, credential: PasskeyAnswer },
  response: z.object({ id: z.int(), recovery_codes: RecoveryCodes }),
  refusals: ['passkey_invalid', 'passkey_known'],
})

export const removePasskey = endpoint({
  path: '/security/passkey/remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['security'],
  stepUp: { action: 'passkey_remove', binds: ['id'] },
  summary: 'Remove a passkey (step-up passkey_remove, payload id)',
  request: { id: Id, ...stepUpFields },
  response: Nothing,
  refusals: ['passkey_not_found', ...stepUpRefusals],
})

export const beginPasskeyLogin = endpoint({
  path: '/user/passkey_login/begin',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'What a passkey of this site has to sign to log in; good for five minutes, once',
  request: {},
  response: z.object({
    challenge_id: z.string(),
    options: PasskeyOptions,
  }),
  refusals: [],
})

export const logInByPasskey = endpoint({
  path: '/user/passkey_login',
  methods: ['POST'],
  access: 'anyone',
  changes: true,
  about: [],
  summary: 'Log in by a passkey, without a name or a password; the message is the token',
  request: {
    challenge_id: text(64),
    credential: PasskeyAnswer,
    remember: optional(z.boolean()),
  },
  response: z.string(),
  refusals: ['passkey_invalid', 'passkey_unknown', 'passkey_closed', 'login_frozen'],
})

export const ownPasskeyCalls = {
  listPasskeys,
  beginPasskey,
  finishPasskey,
  removePasskey,
  beginPasskeyLogin,
  logInByPasskey,
}
