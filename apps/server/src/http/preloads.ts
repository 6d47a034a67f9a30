import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod/mini'

/**
 * Where people land from outside. Their files are named in the page, so that a browser fetches them
 * together with the app instead of after it.
 */
const FIRST_SCREENS: Readonly<Record<string, readonly string[]>> = {
  // Whether somebody is logged in is only known in the browser; the first page is small.
  '/': ['src/screens/first-page/FirstPageScreen.tsx', 'src/screens/home/HomeScreen.tsx'],
  '/login': ['src/screens/login/LoginScreen.tsx'],
  '/register': ['src/screens/register/RegisterScreen.tsx'],
  '/exchange': ['src/screens/exchange/ExchangeScreen.tsx'],
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
)
type Manifest = z.output<typeof Manifest>

/** The page of each path: the built one, with what its screen needs named in its head. */
export function pagesWithPreloads(folder: string, indexHtml: string): (url: string) => string {
  const file = path.join(folder, '.vite/manifest.json')
  if (!existsSync(file)) return () => indexHtml
  const manifest = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const pages = new Map(
    Object.entries(FIRST_SCREENS).map(([address, screens]) => {
      const files = new Set(screens.flatMap((screen) => [...filesOf(manifest, screen)]))
      const links = [...files]
        .filter((each) => each.endsWith('.js') && !indexHtml.includes(each))
        .map((each) => `<link rel="modulepreload" crossorigin href="/${each}">`)
      return [address, indexHtml.replace('</head>', `${links.join('')}</head>`)]
    }),
  )
  return (url) => pages.get(url.split('?', 1)[0] ?? '') ?? indexHtml
}

function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const each of chunk.imports ?? []) filesOf(manifest, each, seen)
  return seen
}
