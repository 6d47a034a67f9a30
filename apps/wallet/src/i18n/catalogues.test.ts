import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'

import { areasOf, compileCatalogue, readMessages } from '../../catalogues.ts'

const english = readMessages('en')
const others = ['zh', 'hk', 'jp', 'kr', 'spa', 'bx', 'ban']

/** Names a message takes: '{starts, plural, …}' and '{price}' give starts and price. */
function placeholders(message: string): string[] {
  const names = new Set<string>()
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      names.add(String(token[0]))
      for (const branch of Object.values((token[2] as object | undefined) ?? {})) visit(branch)
    }
  }
  visit(compileMessageOrThrow(message))
  return [...names].filter((name) => name !== '#').toSorted()
}

test('English is whole: every text says something, and its ICU compiles', () => {
  for (const [key, message] of Object.entries(english)) {
    expect(message, key).not.toBe('')
    expect(() => compileMessageOrThrow(message), key).not.toThrow()
  }
})

describe.each(others)('%s', (language) => {
  const messages = readMessages(language)

  test('an area that is translated is translated whole, with no key of its own', () => {
    for (const area of areasOf(language)) {
      const keysOf = (all: Record<string, string>) =>
        Object.keys(all)
          .filter((key) => key.startsWith(`${area}.`))
          .toSorted()
      expect(keysOf(messages)).toEqual(keysOf(english))
    }
  })

  test('a translation takes the values of the English text', () => {
    for (const [key, message] of Object.entries(messages))
      expect(placeholders(message), key).toEqual(placeholders(english[key] ?? ''))
  })

  test('what is not translated yet is said in English', () => {
    expect(Object.keys(compileCatalogue(language)).toSorted()).toEqual(
      Object.keys(english).toSorted(),
    )
  })
})

test('numbers in texts are in Latin digits, also in Bengali', () => {
  const i18n = setupI18n()
  const messages = compileCatalogue('ban')
  i18n.loadAndActivate({ locale: 'ban', locales: 'bn-BD-u-nu-latn', messages })
  expect(i18n._('home.bought', { starts: 12 })).toContain('12')
})
