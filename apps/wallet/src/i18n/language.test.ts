import { expect, test } from 'vitest'

import { matchLanguage } from '#i18n/language.ts'

test.each([
  [['de-DE', 'pt-PT'], 'bx'],
  [['zh-TW'], 'hk'],
  [['zh-Hant-HK'], 'hk'],
  [['zh-CN'], 'zh'],
  [['zh'], 'zh'],
  [['ko-KR'], 'kr'],
  [['ja'], 'jp'],
  [['es-419'], 'spa'],
  [['bn-IN'], 'ban'],
  [['de', 'fr'], 'en'],
  [[], 'en'],
])('a browser that prefers %j is spoken to in %s', (preferred, language) => {
  expect(matchLanguage(preferred)).toBe(language)
})
