import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'

/** How push services know this house: a token signed by the key that browsers subscribe with (RFC 8292). */

const PRIVATE_BYTES = 32
const LIFE_S = 12 * 60 * 60
const COORDINATE_BYTES = 32

export type PushKeys = {
  /** As browsers want it: an uncompressed point, base64url. */
  publicKey: string
  signingKey: KeyObject
  verifyingKey: KeyObject
}

/** They follow from the secret of the install: all servers on its database have the same. */
export function housePushKeys(secret: Buffer): PushKeys {
  const own = createECDH('prime256v1')
  const derived = hkdfSync('sha256', secret, '', 'web push key of the house', PRIVATE_BYTES)
  own.setPrivateKey(Buffer.from(derived))
  const point = own.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(derived).toString('base64url'),
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
  }
  const signingKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const verifyingKey = createPublicKey(signingKey)
  return { publicKey: point.toString('base64url'), signingKey, verifyingKey }
}

/** Good for one push service, for half a day. */
export function vapidHeader(
  { publicKey, signingKey }: PushKeys,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + LIFE_S
  const said = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: origin, exp, sub: contact },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: signingKey, dsaEncoding: 'ieee-p1363' } as const
  return `vapid t=${said}.${sign('sha256', Buffer.from(said), key).toString('base64url')}, k=${publicKey}`
}
