import { readdirSync, readFileSync } from 'node:fs'

import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/**
 * The texts of the app: `src/locales/<language>/<area>.json`, one file a screen folder, ICU messages.
 * At build they become compiled modules, so that no ICU parser ships: one a language for the screens
 * that most people open first, one for all others, and one each for what is said on screens of deals
 * alone, on those of locks, funds and claims, on those of feedback, notices and support, on that of proofs, in the
 * lab, and on those of campaigns.
 */

const firstAreas: ReadonlySet<string> = new Set([
  'exchange',
  'firstPage',
  'home',
  'session',
  'shell',
  'wallet',
])

const dealAreas: ReadonlySet<string> = new Set(['deal', 'payee', 'seller'])
const earnAreas: ReadonlySet<string> = new Set(['calendar', 'claim', 'renewal'])
const talkAreas: ReadonlySet<string> = new Set(['feedback', 'notice', 'support'])
const proofAreas: ReadonlySet<string> = new Set(['proof'])
const labAreas: ReadonlySet<string> = new Set(['lab'])
const campaignAreas: ReadonlySet<string> = new Set(['campaign'])

/**
 * `first` is what home, login and the exchange say, `deals` what screens of deals do, `earn` what those
 * of locks, funds and claims do, `proof` what that of proofs does, `lab` what the lab does, `talk` what those of feedback,
 * notices and support do; `more` is everything else.
 */
export type Part = 'first' | 'more' | 'deals' | 'earn' | 'proof' | 'lab' | 'talk' | 'campaigns'

export function partOf(key: string): Part {
  const area = key.split('.')[0] ?? ''
  if (firstAreas.has(area)) return 'first'
  if (earnAreas.has(area)) return 'earn'
  if (talkAreas.has(area)) return 'talk'
  if (proofAreas.has(area)) return 'proof'
  if (labAreas.has(area)) return 'lab'
  if (campaignAreas.has(area)) return 'campaigns'
  return dealAreas.has(area) ? 'deals' : 'more'
}

const localesFolder = new URL('./src/locales/', import.meta.url)
const PREFIX = 'virtual:catalogue/'

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

/** Serves `virtual:catalogue/<language>` for the first part, and `virtual:catalogue/<language>-<part>`. */
export function catalogues() {
  return {
    name: 'btbc-catalogues',
    resolveId(id: string) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined
    },
    load(this: { addWatchFile: (file: string) => void }, id: string) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      const [language = '', part = 'first'] = id.slice(PREFIX.length + 1).split('-')
      for (const source of ['en', language])
        for (const area of areasOf(source))
          this.addWatchFile(new URL(`${source}/${area}.json`, localesFolder).pathname)
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(language, part as Part)))})`
    },
  }
}
