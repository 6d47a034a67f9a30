import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { areasOf, partOf, type Part } from '../../catalogues.ts'
import { partsOf } from '#i18n/later-texts.ts'
import { paths } from '#paths.ts'

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
/** Each address with the file of its screen; one address has two. */
const screens = [
  ...read('routes/routes.tsx').matchAll(/'(\/[^']*)', '(\w+Screen)'/g),
  ['', paths.team(), 'TeamScreen'],
].map(([, address = '', screen = '']) => {
  const place = new RegExp(`\\b${screen}: \\(\\) => import\\('#([^']+)'`)
  return { address, file: place.exec(read('routes/later-screens.ts'))?.[1] ?? '' }
})

function read(file: string): string {
  return readFileSync(path.join(source, file), 'utf8')
}

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

test('the screens that are not first are found, each with its file', () => {
  expect(screens.length).toBeGreaterThan(50)
  expect(screens.filter(({ file }) => !file.endsWith('.tsx'))).toEqual([])
})

/** What a screen says of the areas that are loaded at its address, or of those that are not. */
function saidAt({ address, file }: (typeof screens)[number], isLoaded: boolean): string[] {
  const parts = new Set<Part>(partsOf(address))
  const areas = laterAreas.filter((area) => parts.has(partOf(`${area}.`)) === isLoaded)
  return saidOf(areas, file)
}

test.each(screens)('$address says only what is loaded for it', (screen) => {
  expect(saidAt(screen, false)).toEqual([])
})

test('what is loaded for some screens alone is said by one of them', () => {
  const said = screens.flatMap((screen) => saidAt(screen, true))
  expect(new Set(said.map((key) => partOf(key.slice(1))))).toEqual(
    new Set(laterAreas.map((area) => partOf(`${area}.`))),
  )
})
