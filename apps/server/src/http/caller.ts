import { languages, type Language } from '@btbc/contract/wire.ts'
import type { FastifyRequest } from 'fastify'

import type { Config } from '#config.ts'
import { remembered } from '#network/remembered.ts'

/** What a request says about who calls: address, language, device, token. */

const tags: readonly (readonly [RegExp, Language])[] = [
  [/^zh-(hk|tw|mo|hant)/, 'hk'],
  [/^zh/, 'zh'],
  [/^ko/, 'kr'],
  [/^ja/, 'jp'],
  [/^es/, 'spa'],
  [/^pt/, 'bx'],
  [/^bn/, 'ban'],
  [/^en/, 'en'],
]

function isLanguage(value: unknown): value is Language {
  return languages.some((each) => each === value)
}

/** The language of the answer: the body's `lang`, the `lang` header, Accept-Language, English. */
export function languageOf(request: FastifyRequest): Language {
  const body: unknown = request.body
  if (typeof body === 'object' && body !== null && 'lang' in body && isLanguage(body.lang)) {
    return body.lang
  }
  const header = request.headers['lang']
  if (isLanguage(header)) return header
  const accepted = request.headers['accept-language']
  return accepted === undefined ? 'en' : firstOf(accepted)
}

/** The first of the accepted languages that we know. */
const firstOf = rememberedText((accepted): Language => {
  for (const each of accepted.slice(0, 200).toLowerCase().split(',')) {
    const found = tags.find(([pattern]) => pattern.test(each.trim()))
    if (found) return found[1]
  }
  return 'en'
})

const ZONE_LENGTH_MAX = 64

/** Where the caller's clock is, by the `time-zone` header, such as `Asia/Dhaka`; UTC if they do not say. */
function timeZoneOf(request: FastifyRequest): string {
  const zone = request.headers['time-zone']
  return typeof zone === 'string' && zone.length <= ZONE_LENGTH_MAX ? zone : 'UTC'
}

/** For whom a text is written. */
export type Reader = { language: Language; timeZone: string }

export function readerOf(request: FastifyRequest): Reader {
  return { language: languageOf(request), timeZone: timeZoneOf(request) }
}

/** The token of `Authorization: Bearer <token>`, or the bare token, as old clients send it. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const token = /^(?:Bearer\s+)?([\w-]{20,200})$/i.exec(header.trim())?.[1]
  return token
}

/** A short readable name of the device, for the list of sessions. */
export function deviceOf(request: FastifyRequest): string {
  return deviceNamed(request.headers['user-agent'] ?? '')
}

const deviceNamed = rememberedText((agent) => {
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(agent)?.[0]
  const browser = /Edg|OPR|Firefox|CriOS|Chrome|Safari|curl|node/.exec(agent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', CriOS: 'Chrome', node: 'Node' }
  const readable = [browser === undefined ? undefined : (names[browser] ?? browser), system]
    .filter((each) => each !== undefined)
    .join(', ')
  return readable === '' ? 'Unknown device' : readable
})

/** Where the caller's app is: the public address, or the host it was asked at. */
export function originOf(request: FastifyRequest, config: Config): string {
  const asked = config.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`
  return originAt(asked) ?? `http://${config.host}:${config.port}`
}

const originAt = rememberedText((url) => (URL.canParse(url) ? new URL(url).origin : undefined))

function rememberedText<T>(read: (text: string) => T): (text: string) => T {
  return remembered((text) => text, read)
}
