import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { languages as codes } from '@btbc/contract/wire.ts'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'

import { areasOf, readMessages } from '../../catalogues.ts'
import { languages } from '#i18n/language.ts'

const english = readMessages('en')
const others = codes.filter((code) => code !== 'en')

/** Texts that are the same in another language: names, formulas, words it shares with English. */
const sameAsEnglish = new Map<string, readonly string[]>([
  ['{price} USDT', others],
  ['P2P', others],
  ['{min} – {max}', others],
  ['{seconds} s', ['spa', 'bx']],
  ['Earn', ['spa', 'bx']],
  ['Spot', ['spa', 'bx']],
  ['Principal', ['spa', 'bx']],
  ['Alipay', ['spa', 'bx']],
  ['WeChat', ['spa', 'bx']],
  ['Maker', ['spa', 'bx']],
  ['Taker', ['spa', 'bx']],
  ['Stop', ['spa', 'bx']],
  ['{percent}\u00a0%', ['spa']],
  ['{basic} × (100\u00a0% + {direct}\u00a0% + {other}\u00a0%)', ['spa']],
  ['{basic} × (100\u00a0% + {cap}\u00a0%)', ['spa']],
  ['{shown} / {total}', ['zh', 'hk']],
])

type Token = string | readonly [name: string, type?: string, choices?: Choices | string]
type Choices = Readonly<Record<string, string | readonly Token[] | number | undefined>>

/** The facts a message takes, each with its kind: `{members, plural, …}` is `members plural`. */
function factsOf(message: string): string[] {
  return [...new Set(tokensOf(message).map(([name, type = 'text']) => `${name} ${type}`))].toSorted()
}

/** Every placeholder of a message, also inside its plurals and selects. */
function tokensOf(message: string): Exclude<Token, string>[] {
  const compiled = compileMessageOrThrow(message) as string | readonly Token[]
  return typeof compiled === 'string' ? [] : flat(compiled)
}

function flat(tokens: readonly Token[]): Exclude<Token, string>[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [, , choices] = token
    if (choices === undefined || typeof choices === 'string') return [token]
    const inner = Object.values(choices).flatMap((choice) =>
      Array.isArray(choice) ? flat(choice as readonly Token[]) : [],
    )
    return [token, ...inner.filter(([name]) => name !== '#')]
  })
}

test.each(others)('%s has the areas and keys of English, no fewer and no more', (language) => {
  expect(areasOf(language).toSorted()).toEqual(areasOf('en').toSorted())
  expect(Object.keys(readMessages(language)).toSorted()).toEqual(Object.keys(english).toSorted())
})

test('every text is said somewhere', () => {
  const source = path.resolve(import.meta.dirname, '..')
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
    .join('\n')
  const named = new Set(code.match(/(?<=['"])[a-zA-Z]+\.[a-zA-Z0-9]+(?=['"])/g))
  const begun = code.match(/(?<=`)[a-zA-Z]+\.[a-zA-Z0-9]*(?=\$\{)/g) ?? []
  const isSaid = (key: string) => named.has(key) || begun.some((part) => key.startsWith(part))
  expect(Object.keys(english).filter((key) => !isSaid(key))).toEqual([])
})

test.each(others)('%s takes the same facts as English in every text', (language) => {
  const taken = Object.entries(readMessages(language)).map(([key, text]) => [key, factsOf(text)])
  const wanted = Object.entries(english).map(([key, text]) => [key, factsOf(text)])
  expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(wanted))
})

test.each(codes)('%s has just the plural forms its grammar knows', (language) => {
  const { tag } = languages[language]
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
  for (const [key, text] of Object.entries(readMessages(language))) {
    for (const [name, type, choices] of tokensOf(text)) {
      if (type !== 'plural' || typeof choices !== 'object') continue
      const given = Object.keys(choices).filter((form) => !/^(=?\d+|offset)$/.test(form))
      expect([key, name, given.toSorted()]).toEqual([key, name, forms])
    }
  }
})

test.each(others)('%s leaves nothing in English and nothing empty', (language) => {
  const left = Object.entries(readMessages(language)).filter(
    ([key, text]) =>
      text.trim() === '' ||
      (text === english[key] && sameAsEnglish.get(text)?.includes(language) !== true),
  )
  expect(left).toEqual([])
})

test.each(codes)('%s neither shouts nor promises', (language) => {
  const forbidden = /[!！]|\bguarantee|\bprofit|\bhurry\b/i
  const loud = Object.entries(readMessages(language)).filter(
    // The seeds' own words, kept to the letter.
    ([, text]) => forbidden.test(text) && text !== 'You have changed the password!',
  )
  expect(loud).toEqual([])
})
