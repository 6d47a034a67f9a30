import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

/** Messages to a browser as RFC 8291 says: the push service carries them and cannot read them. */

const CURVE = 'prime256v1'
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SHARED_BYTES = 32
export const SALT_BYTES = 16
/** One record holds all there is. */
const RECORD_BYTES = 4096
/** Ends the last record (RFC 8188). */
const LAST = 2

/** The keys of a browser's subscription. */
export type DeviceKeys = { p256dh: Buffer; auth: Buffer }

/** Whether these can be keys of a browser: a point of the curve, and a secret of the right length. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (auth.length !== SALT_BYTES || p256dh.length !== 65 || p256dh[0] !== 4) return false
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    own.computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}

/** The body of a push. `privateKey` is used for this one message alone, as is `salt`. */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: DeviceKeys,
  { privateKey, salt }: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const own = createECDH(CURVE)
  own.setPrivateKey(privateKey)
  const publicKey = own.getPublicKey()
  const derive = (from: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const shared = derive(own.computeSecret(p256dh), auth, about, SHARED_BYTES)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(LAST)), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const header = [salt, size, Buffer.of(publicKey.length), publicKey]
  return Buffer.concat([...header, ...sealed, cipher.getAuthTag()])
}
