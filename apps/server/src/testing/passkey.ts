import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator in software: it makes passkeys and signs with them as a device would. */
export type Authenticator = {
  /** Answers `options` of a registration. */
  make(options: Record<string, unknown>, origin: string): MadePasskey
  /** Answers `options` of a step-up. `count` is what it says how often it signed. */
  use(
    options: Record<string, unknown>,
    origin: string,
    more?: { count?: number; isVerified?: boolean },
  ): UsedPasskey
}

type Identity = { id: string; rawId: string; type: 'public-key' }
type MadePasskey = Identity & {
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}
type UsedPasskey = Identity & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

export function openAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  const identity = { id, rawId: id, type: 'public-key' as const }
  let count = 0
  return {
    make(options, origin) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const made = Buffer.concat([Buffer.alloc(16), length, credential, key])
      const data = authenticatorData(siteOf(options), PRESENT | VERIFIED | WITH_KEY, count, made)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      const clientData = clientDataOf('webauthn.create', options, origin)
      return {
        ...identity,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use(options, origin, more = {}) {
      count = more.count ?? count + 1
      const flags = PRESENT | (more.isVerified === false ? 0 : VERIFIED)
      const data = authenticatorData(siteOf(options), flags, count)
      const clientData = clientDataOf('webauthn.get', options, origin)
      const hash = createHash('sha256').update(clientData).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      return {
        ...identity,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function siteOf(options: Record<string, unknown>): string {
  const { rp, rpId } = options as { rp?: { id: string }; rpId?: string }
  return rp?.id ?? rpId ?? ''
}

function clientDataOf(type: string, options: Record<string, unknown>, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin }))
}

function authenticatorData(site: string, flags: number, count: number, more?: Buffer): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(count)
  const hash = createHash('sha256').update(site).digest()
  return Buffer.concat([hash, Buffer.from([flags]), counter, more ?? Buffer.alloc(0)])
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(value: Buffer): Buffer {
  return Buffer.concat([cborHead(2, value.length), value])
}

function cborText(value: string): Buffer {
  return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
