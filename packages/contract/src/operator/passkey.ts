import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { everyone } from '#operator/rights.ts'
import { PasskeyAnswer, PasskeyLabel, PasskeyOptions, PasskeyRow } from '#passkey.ts'
import { Id, Nothing, optional, text } from '#wire.ts'

/** Passkeys of operators, beside the authenticator that every operator has and keeps. */

const ChallengeId = text(64)

/** What a passkey can confirm: a signature for one is worth nothing for another. */
const operatorProofs = ['passkeys.begin', 'passkeys.remove'] as const
export type ProvenAct = (typeof operatorProofs)[number]

/** That it is the operator who asks: the code of the authenticator, or a passkey's signature. */
const proofFields = {
  code: optional(z.string().check(z.trim(), z.regex(/^\d{6}$/))),
  challenge_id: optional(ChallengeId),
  credential: optional(PasskeyAnswer),
}
const proofRefusals = [
  'step_up_required',
  'operator_totp_wrong',
  'passkey_invalid',
  'account_locked',
] as const

/** What the browser has to be asked with, and what its answer names. */
const Asked = z.object({ challenge_id: z.string(), options: PasskeyOptions })

export const listOperatorPasskeys = operatorEndpoint({
  path: '/passkeys',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: "One's own passkeys, newest first: ten at the most",
  request: {},
  response: z.array(PasskeyRow),
  refusals: [],
})

export const askOperatorPasskey = operatorEndpoint({
  path: '/passkeys/ask',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary:
    'What a passkey has to sign to confirm one act on one thing: the label of a new passkey, the number of one that goes',
  request: { action: z.enum(operatorProofs), subject: PasskeyLabel },
  response: Asked,
  refusals: ['passkey_not_found'],
})

export const beginOperatorPasskey = operatorEndpoint({
  path: '/passkeys/begin',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary: 'Begin to add a passkey, confirmed by the authenticator or by a passkey',
  request: { label: PasskeyLabel, ...proofFields },
  response: Asked,
  refusals: ['too_many_passkeys', ...proofRefusals],
})

export const addOperatorPasskey = operatorEndpoint({
  path: '/passkeys/add',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary: 'Keep the passkey that the browser has made; every operator is told by mail',
  request: { challenge_id: ChallengeId, credential: PasskeyAnswer },
  response: z.object({ id: z.int() }),
  refusals: ['passkey_invalid', 'passkey_known', 'too_many_passkeys'],
})

export const renameOperatorPasskey = operatorEndpoint({
  path: '/passkeys/rename',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary: "Call one of one's own passkeys something else",
  request: { id: Id, label: PasskeyLabel },
  response: Nothing,
  refusals: ['passkey_not_found'],
})

export const removeOperatorPasskey = operatorEndpoint({
  path: '/passkeys/remove',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: true,
  summary:
    "Remove one of one's own passkeys, confirmed by the authenticator or by a passkey; every operator is told by mail",
  request: { id: Id, ...proofFields },
  response: Nothing,
  refusals: ['passkey_not_found', ...proofRefusals],
})

export const beginPasskeyEntry = operatorEndpoint({
  path: '/login/passkey/begin',
  method: 'POST',
  access: 'anyone',
  roles: [],
  changes: true,
  summary: 'What a passkey of an operator has to sign to log in; good for five minutes, once',
  request: {},
  response: Asked,
  refusals: [],
})

export const enterByPasskey = operatorEndpoint({
  path: '/login/passkey',
  method: 'POST',
  access: 'anyone',
  roles: [],
  changes: true,
  summary: 'Log in by a passkey that has made sure who holds it, without a password',
  request: { challenge_id: ChallengeId, credential: PasskeyAnswer },
  response: z.object({ token: z.string() }),
  refusals: ['passkey_invalid', 'passkey_unknown'],
})

export const operatorPasskeyCalls = {
  listOperatorPasskeys,
  askOperatorPasskey,
  beginOperatorPasskey,
  addOperatorPasskey,
  renameOperatorPasskey,
  removeOperatorPasskey,
  beginPasskeyEntry,
  enterByPasskey,
}
