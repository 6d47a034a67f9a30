import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The key that the provider and its merchant share: random per install, and a test key by its name. */
export function readProviderKey(directory: string): string {
  const file = path.join(directory, 'key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const key = `sk_test_${randomBytes(24).toString('hex')}`
  writeFileSync(file, key, { mode: 0o600 })
  return key
}
