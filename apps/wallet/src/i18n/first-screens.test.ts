import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { areasOf, partOf } from '../../catalogues.ts'

const source = path.resolve(import.meta.dirname, '..')
const FIRST = [
  'screens/first-page/FirstPageScreen.tsx',
  'screens/home/HomeScreen.tsx',
  'screens/login/LoginScreen.tsx',
  'screens/register/RegisterScreen.tsx',
  'screens/forget/ForgetScreen.tsx',
  'screens/exchange/ExchangeScreen.tsx',
]
/** Around every screen. Its sheet for a fresh proof opens over others only. */
const SHELL = ['main.tsx', 'shell/Shell.tsx', 'shell/UpdatePrompt.tsx']
const laterAreas = areasOf('en').filter((area) => partOf(`${area}.`) === 'more')

/** A file and all it imports of ours, also what it loads later. */
function closureOf(file: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file) || file.endsWith('routes.tsx')) return
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*'#([^']+\.tsx?)'/g,
  ))
    if (name !== 'security/useStepUp.tsx') closureOf(path.join(source, name), seen)
}

test.each([...FIRST, ...SHELL])('%s says only what comes with the first file', (entry) => {
  const files = new Set<string>()
  closureOf(path.join(source, entry), files)
  expect(files.size).toBeGreaterThan(1)
  const said = [...files]
    .filter((file) => !file.endsWith('i18n/text.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const keys = text.match(/'[a-zA-Z]+\.[a-zA-Z0-9]+'/g) ?? []
      return keys.filter((key) => laterAreas.includes(key.slice(1).split('.')[0] ?? ''))
    })
  expect(said).toEqual([])
})
