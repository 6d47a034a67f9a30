import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'

import { readSecret } from './secrets.ts'

/** Bytes under a key of 32 bytes: nonce, tag, ciphertext. Whoever changes one byte cannot open it. */

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What is sealed, each under a key of its own that follows from a secret of this install. Neither name
 * ever changes: what lies sealed could not be opened any more.
 */
const secretOf = {
  'api key secrets': 'api_keys',
  authenticators: 'security',
  'authenticators of operators': 'operators',
  'stored answers': 'security',
  'upload keys': 'uploads',
} as const

export async function sealingKey(database: Db | Tx, what: keyof typeof secretOf): Promise<Buffer> {
  const secret = await readSecret(database, secretOf[what])
  return Buffer.from(hkdfSync('sha256', secret, '', what, KEY_BYTES))
}

export function seal(key: Buffer, plain: Buffer, random: (bytes: number) => Buffer): Buffer {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}
