import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'

/** The key that the provider and its merchant share: random per install, and a test key by its name. */
export function readProviderKey(directory: string): string {
  const file = path.join(directory, 'key')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const key = `sk_test_${randomBytes(24).toString('hex')}`
  writeWhole(file, key, { mode: 0o600 })
  return key
}
