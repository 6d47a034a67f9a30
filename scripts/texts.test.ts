import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { factsOf, formatText } from '../packages/contract/src/format-text.ts'
import console from '../packages/contract/src/operator/texts/console.json' with { type: 'json' }
import { languages } from '../packages/contract/src/wire.ts'

/** What the server says to members, by language and area, and what the console says to operators. */

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'packages/contract/src/texts')
const NEWS = 'apps/server/src/modules/news/content'
const areas = readdirSync(path.join(folder, 'en')).map((file) => file.replace('.json', ''))

function textsOf(language: string, area: string): Record<string, string> {
  const file = path.join(folder, language, `${area}.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

/** Which facts of a text are written as the language writes amounts. */
function amountsIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+), number\}/g)].map(([, name = '']) => name).toSorted()
}

test.each(areas)(
  '%s has the same keys and facts in every language, and nothing is left in English',
  (area) => {
    const english = textsOf('en', area)
    for (const language of languages) {
      const texts = textsOf(language, area)
      expect(Object.keys(texts), language).toEqual(Object.keys(english))
      for (const [key, text] of Object.entries(texts)) {
        const name = `${language} ${key}`
        expect(text.trim(), name).not.toBe('')
        expect(factsOf(text).toSorted(), name).toEqual(factsOf(english[key] ?? '').toSorted())
        expect(amountsIn(text), name).toEqual(amountsIn(english[key] ?? ''))
        expect(formatText(language, text, {}), name).not.toMatch(/[{}]/)
        if (language !== 'en') expect(text, name).not.toBe(english[key])
      }
    }
  },
)

test('each language has each area', () => {
  const files = readdirSync(path.join(folder, 'en'))
  expect(readdirSync(folder).toSorted()).toEqual([...languages].toSorted())
  for (const language of languages) expect(readdirSync(path.join(folder, language))).toEqual(files)
})

const SCRIPT = String.raw`[ぁ-ゟァ-ヺー-ヿ\p{Script=Han}]`
const SQUEEZED = new RegExp(String.raw`[a-z\d#%]${SCRIPT}|${SCRIPT}[a-z\d]`, 'iu')
/** The name of a chart is one word, and one refusal is said in the words that were asked for. */
const AS_THEY_ARE = /K[线線]|投入的USDT[数數]量/g

test.each(['zh', 'hk', 'jp'])('in %s letters and figures stand apart from the script', (of) => {
  for (const place of ['apps/wallet/src/locales', 'packages/contract/src/texts', NEWS]) {
    for (const file of readdirSync(path.join(root, place, of))) {
      const source = readFileSync(path.join(root, place, of, file), 'utf8')
      const lines = source.replaceAll(String.raw`\u00a0`, '\u00a0').split('\n')
      const squeezed = lines.filter((line) => SQUEEZED.test(line.replaceAll(AS_THEY_ARE, '')))
      expect(squeezed, file).toEqual([])
    }
  }
})

const TORN = /[\d}#] (?:天|日|小时|小時|時間|分|秒|次|回|件|笔|筆|人|位|名|台|部|个|個|枚)/u

test.each(['zh', 'hk', 'jp'])('in %s no line ends between a figure and what it counts', (of) => {
  expect(allTextsOf(of).filter(([, text]) => TORN.test(text))).toEqual([])
})

const CATALOGUES = ['apps/wallet/src/locales', 'packages/contract/src/texts']
/** Every text of the catalogues of a language, with the file and the key it has there. */
function allTextsOf(language: string): [key: string, text: string][] {
  return CATALOGUES.flatMap((place) =>
    readdirSync(path.join(root, place, language)).flatMap((file) => {
      const texts = JSON.parse(readFileSync(path.join(root, place, language, file), 'utf8'))
      return Object.entries(texts as Record<string, string>).map(
        ([key, text]): [string, string] => [`${file} ${key}`, text],
      )
    }),
  )
}

/** The first articles of a language, by their files. */
function articlesOf(language: string): [file: string, text: string][] {
  const place = path.join(root, NEWS, language)
  return readdirSync(place).map((file) => [file, readFileSync(path.join(place, file), 'utf8')])
}

test.each(languages)('in %s percent is written in one way, which never breaks', (language) => {
  const gap = ['en', 'spa'].includes(language) ? '\u00a0' : ''
  const others = [...allTextsOf(language), ...articlesOf(language)].filter(([, text]) =>
    [...text.matchAll(/[\d}](\s*)%/g)].some(([, between]) => between !== gap),
  )
  expect(others).toEqual([])
})

test('Korean particles fit the word before them, and no reader has to choose', () => {
  const both = /[을를이가은는와과]\([을를이가은는와과]\)|\(으\)로/
  expect(allTextsOf('kr').filter(([, text]) => both.test(text))).toEqual([])
  // How amounts and their currencies are read, they end in a vowel: 유에스디티, 비티씨, 뱅크, 포인트, 개.
  const wrong = /(USDT|BTC|BTBC|ETH|BANK|currency\}|coin\}|amount\})(을|이 |은 |과 |으로)/
  expect(allTextsOf('kr').filter(([, text]) => wrong.test(text))).toEqual([])
})

/** A thing has one word in a language, see docs/glossary.md: these were the second and the third. */
const GIVEN_UP = {
  zh: /操作员|账簿|(现货|P2P|理财|奖励) ?钱包/,
  hk: /裡|操作員|帳簿|帳本|餘額|記錄|金鑰|位址|好友|發布|公布|計畫|(現貨|P2P|理財|獎勵) ?錢包/,
  jp: /ハウス|運営者|オペレーター|当社|預託|紛争|お年玉|見本|ブラウザー/,
  kr: /하우스|피드백|신원|실명|환영 지급|뒷받침|(?<!이)메일|거래쌍|판매 글/,
  spa: /vosotros|volveréis|queréis|términos|\brecarga(?!r)/i,
  bx: /\bcadeia|\b(na|da|à) BTBC|recarga/i,
  ban: /প্রতিষ্ঠান|হাউস|পরীক্ষামূলক|আচ্ছাদ|শর্তাবলী|প্রচারাভিযান|লগ ইন|রিচার্জ/,
} as const

test.each(Object.entries(GIVEN_UP))(
  'in %s words that were given up stay out',
  (language, words) => {
    expect(allTextsOf(language).filter(([, text]) => words.test(text))).toEqual([])
  },
)

test('the console has a text for each key', () => {
  for (const [key, text] of Object.entries(console)) {
    expect(formatText('en', text, {}), key).not.toMatch(/^\s*$|[{}]/)
  }
})

test('every text is said somewhere', () => {
  const code = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /^(apps|packages)\/.*\/src\/.*(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  const words = new Set(code.match(/(?<=['`}])[\w.]+(?=['`$])/g))
  // A key is written whole, or as what it is about after the prefix that the code puts before it.
  const spelled = (key: string) => [
    key,
    key.replace(/(_code)?\.(subject|text)$/, ''),
    key.replace(/^(gateway_|change\.|do\.)/, '').replace(/_of$/, ''),
  ]
  const keys = [
    ...areas.flatMap((area) => Object.keys(textsOf('en', area))),
    ...Object.keys(console),
  ]
  expect(keys.filter((key) => !spelled(key).some((each) => words.has(each)))).toEqual([])
})
