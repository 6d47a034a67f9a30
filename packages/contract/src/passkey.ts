import * as z from 'zod/mini'

import { optional, text, Timestamp } from '#wire.ts'

/** What goes between a browser and a server about passkeys, of members and of operators. */

const LABEL_LENGTH_MAX = 40
const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(max))

/** How its owner calls a passkey. */
export const PasskeyLabel = text(LABEL_LENGTH_MAX)

/** As its owner sees it. */
export const PasskeyRow = z.object({
  id: z.int(),
  label: z.string(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})

/** What the browser has to be asked with. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

/** What the browser answers about a passkey, made or used; only what is read is taken. */
export const PasskeyAnswer = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: optional(base64url(16_000)),
    authenticatorData: optional(base64url(4000)),
    signature: optional(base64url(4000)),
    userHandle: optional(base64url(200)),
    transports: optional(z.array(text(20)).check(z.maxLength(10))),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>
