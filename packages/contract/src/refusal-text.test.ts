import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { refusalText } from '#refusal-text.ts'
import { refusalCodes } from '#refusals.ts'
import { languages, type Language } from '#wire.ts'

const others = languages.filter((language) => language !== 'en')

function texts(language: Language): Record<string, string> {
  const file = new URL(`texts/refusals.${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

const placeholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []

test.each(others)('%s has exactly the refusals of English, in the same order', (language) => {
  expect(Object.keys(texts(language))).toEqual(Object.keys(texts('en')))
})

test.each(others)('%s names the same facts as English', (language) => {
  const english = texts('en')
  const named = Object.entries(texts(language)).map(([code, text]) => [code, placeholders(text)])
  expect(named).toEqual(Object.entries(english).map(([code, text]) => [code, placeholders(text)]))
})

test.each(others)('%s leaves nothing in English and nothing empty', (language) => {
  const english = texts('en')
  const left = Object.entries(texts(language)).filter(
    ([code, text]) => text.trim() === '' || text === english[code],
  )
  expect(left).toEqual([])
})

test('the facts stand in the text, and none is left as a placeholder', () => {
  expect(refusalText('too_many_requests', 'zh', { wait_s: 7 })).toBe('请求太多。请在 7 秒后重试。')
  for (const language of languages) {
    for (const code of refusalCodes) {
      expect(refusalText(code, language)).not.toMatch(/[{}]/)
    }
  }
})
