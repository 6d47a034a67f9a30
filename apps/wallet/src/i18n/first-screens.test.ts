import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
const laterAreas = areasOf('en').filter((area) => partOf(`${area}.`) !== 'first')
/** What is loaded for some screens alone, and which these are. */
const OWN = {
  deals: /^screens\/(buy|deal|deals|payees|seller)\//,
  earn: /^screens\/(assets|calendar|fund|lock|machines)\//,
  proof: /^screens\/proof\//,
  lab: /^screens\/lab\//,
  talk: /^screens\/(feedback|notices|support)\//,
} as const
const SCREENS = readdirSync(path.join(source, 'screens'), { recursive: true, encoding: 'utf8' })
  .map((file) => `screens/${file}`)
  .filter((file) => file.endsWith('Screen.tsx'))

/** A file and all it imports of ours, also what it loads later. */
function closureOf(file: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file) || file.endsWith('routes.tsx')) return
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*'#([^']+\.tsx?)'/g,
  ))
    if (name !== 'security/StepUpHost.tsx') closureOf(path.join(source, name), seen)
}

/** What a screen and all it imports say of these areas. */
function saidOf(areas: readonly string[], entry: string): string[] {
  const files = new Set<string>()
  closureOf(path.join(source, entry), files)
  expect(files.size).toBeGreaterThan(1)
  return [...files]
    .filter((file) => !file.endsWith('i18n/text.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/'[a-zA-Z]+\.[a-zA-Z0-9]+'/g) ?? [])
    .filter((key) => areas.includes(key.slice(1).split('.')[0] ?? ''))
}

test.each([...FIRST, ...SHELL])('%s says only what comes with the first file', (entry) => {
  expect(saidOf(laterAreas, entry)).toEqual([])
})

test.each(['deals', 'earn', 'proof', 'lab', 'talk'] as const)(
  'only screens of %s say what is in the chunk of theirs',
  (part) => {
    const areas = areasOf('en').filter((area) => partOf(`${area}.`) === part)
    const [own, others] = [true, false].map((isOwn) =>
      SCREENS.filter((entry) => OWN[part].test(entry) === isOwn),
    )
    expect(own?.flatMap((entry) => saidOf(areas, entry))).not.toEqual([])
    expect(others?.length).toBeGreaterThan(30)
    expect(others?.flatMap((entry) => saidOf(areas, entry))).toEqual([])
  },
)
