import { readdirSync, readFileSync } from 'node:fs'

import { languages } from '@btbc/contract/wire.ts'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/**
 * The texts of the app: `src/locales/<language>/<area>.json`, one file a screen folder, ICU messages.
 * At build they become compiled modules, so that no ICU parser ships: one a language for each part.
 * `first` is said on the screens that most people open first, every other part on those of one subject
 * alone, and what stands in none is said anywhere later.
 */
const areasOfPart = {
  first: ['exchange', 'firstPage', 'home', 'session', 'shell', 'wallet'],
  deals: ['deal', 'payee', 'seller'],
  earn: ['calendar', 'claim', 'renewal'],
  proof: ['proof'],
  lab: ['lab'],
  campaigns: ['campaign'],
  talk: ['feedback', 'notice', 'support'],
} as const

const MORE = 'more'
export type Part = keyof typeof areasOfPart | typeof MORE

const partsOfAreas = new Map<string, Part>(
  Object.entries(areasOfPart).flatMap(([part, areas]) => areas.map((area) => [area, part as Part])),
)

export function partOf(key: string): Part {
  return partsOfAreas.get(key.split('.')[0] ?? '') ?? MORE
}

const localesFolder = new URL('./src/locales/', import.meta.url)
const PREFIX = 'virtual:catalogue/'
const LATER = 'virtual:later-catalogues'

export type Messages = Record<string, string>

/** The messages of one language as they are written, by `area.key`. */
export function readMessages(language: string): Messages {
  const messages: Messages = {}
  for (const area of areasOf(language)) {
    const file = readFileSync(new URL(`${language}/${area}.json`, localesFolder), 'utf8')
    for (const [key, message] of Object.entries(JSON.parse(file) as Messages))
      messages[`${area}.${key}`] = message
  }
  return messages
}

export function areasOf(language: string): string[] {
  const folder = new URL(`${language}/`, localesFolder)
  return listFolder(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
}

function listFolder(folder: URL): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // A language whose translation has not begun speaks English.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The compiled catalogue of a language or a part of it; what it lacks is said in English. */
export function compileCatalogue(language: string, part?: Part) {
  const messages = { ...readMessages('en'), ...readMessages(language) }
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => part === undefined || partOf(key) === part)
      .map(([key, message]) => [key, compileMessageOrThrow(message)]),
  )
}

/** How each language is asked for each of its later parts. */
function loaders(): string {
  const later = [MORE, ...Object.keys(areasOfPart)].filter((part) => part !== 'first')
  const ofLanguage = (language: string) =>
    later.map((part) => `${part}: () => import('${PREFIX}${language}-${part}')`).join(', ')
  return `export const loaders = { ${languages.map((each) => `${each}: { ${ofLanguage(each)} }`).join(', ')} }`
}

/**
 * Serves `virtual:catalogue/<language>` for the first part, `virtual:catalogue/<language>-<part>`, and
 * what loads each of the latter.
 */
export function catalogues() {
  return {
    name: 'btbc-catalogues',
    resolveId(id: string) {
      return id.startsWith(PREFIX) || id === LATER ? `\0${id}` : undefined
    },
    load(this: { addWatchFile: (file: string) => void }, id: string) {
      if (id === `\0${LATER}`) return loaders()
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      const [language = '', part = 'first'] = id.slice(PREFIX.length + 1).split('-')
      for (const source of ['en', language])
        for (const area of areasOf(source))
          this.addWatchFile(new URL(`${source}/${area}.json`, localesFolder).pathname)
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(language, part as Part)))})`
    },
  }
}
