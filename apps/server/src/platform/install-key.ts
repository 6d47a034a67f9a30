import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'

/**
 * An Ed25519 key of the install, in a file of the data directory. Drawn once: what was signed with a
 * lost key is no longer known to be ours.
 */
export function openInstallKey(folder: string, name: string): KeyObject {
  const file = path.join(folder, name)
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    mkdirSync(folder, { recursive: true })
    writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), {
      mode: 0o600,
    })
  }
  return createPrivateKey(readFileSync(file))
}

/** Its public half as 32 bytes in base64url. */
export function publicPartOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}
