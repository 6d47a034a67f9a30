import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

test('every test that docs/security.md names is there under its name', () => {
  const ledger = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const named = [...ledger.matchAll(/`(\S+\.test\.ts) › ([^`]+)`/g)]
  expect(named.length).toBeGreaterThan(30)
  const missing = named.filter(([, file = '', name = '']) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return !["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`))
  })
  expect(missing.map(([, file, name]) => `${file} › ${name}`)).toEqual([])
})
