import { markNoticeRead } from '@btbc/contract/account.ts'
import { PICTURE_BYTES_MAX, PICTURE_PATH } from '@btbc/contract/article-rules.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { listArticles, readArticle, readHomeContent } from '@btbc/contract/news.ts'
import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import {
  addArticle,
  arrangeArticle,
  discardArticleDraft,
  listArticleVersions,
  listHouseArticles,
  previewArticle,
  publishArticle,
  readHouseArticle,
  redraftVersion,
  saveArticleDraft,
  showArticle,
  withdrawVersion,
} from '@btbc/contract/operator/article.ts'
import { addPicture, listPictures } from '@btbc/contract/operator/picture.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { languages, type Language } from '@btbc/contract/wire.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { callOperator, hire, type TestOperator } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

import { seedContent } from './news.first.ts'

const reason = 'agreed at the meeting'

async function open() {
  const server = await startTestServer()
  const wren = await hire(server, 'Wren', ['content'])
  const ask = <E extends OperatorEndpoint>(call: E, request: RequestJson<E>) =>
    callOperator(server, call, request, { as: wren })
  const textOf = async (id: number, language: Language) =>
    ok(await ask(readHouseArticle, { id })).texts.find((text) => text.language === language)
  return {
    server,
    ask,
    textOf,
    /** Saves over whatever is there. */
    async save(id: number, language: Language, title: string, body = `${title}.`) {
      const { revision = 0 } = (await textOf(id, language)) ?? {}
      return ok(await ask(saveArticleDraft, { id, language, title, body, revision })).revision
    },
    async publish(id: number, of: readonly Language[], at?: string) {
      const { texts } = ok(await ask(readHouseArticle, { id }))
      const drafts = texts.filter(({ language }) => of.includes(language))
      return await ask(publishArticle, {
        id,
        drafts: drafts.map(({ language, revision }) => ({ language, revision })),
        at,
        reason,
      })
    },
    versions: async (id: number, language: Language = 'en') =>
      ok(await ask(listArticleVersions, { id, language })).list,
    inHours: (hours: number) =>
      new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString(),
    /** What members read, or the code of what they hear instead. */
    async read(id: number, lang: Language = 'en') {
      const heard = await server.call(readArticle, { id, lang })
      return heard.type === 'ok' ? heard.message.title : heard.code
    },
  }
}

test('a notice in several languages is seen at its time and not before; what is missing is read in English', async () => {
  const desk = await open()
  const { server, ask } = desk
  const alice = await server.join('alice@example.com')
  const seen = async (lang: Language) =>
    ok(await server.call(listArticles, { c_id: 4, lang }, { as: alice })).list.map(
      ({ title }) => title,
    )
  const { id } = ok(await ask(addArticle, { kind: 'notice', title: 'Pause' }))
  await desk.save(id, 'en', 'Pause on Sunday', 'From *ten* on.\n\n- one\n- two')
  await desk.save(id, 'jp', '日曜の休止')
  ok(await ask(arrangeArticle, { id, sorts: 99 }))
  ok(await desk.publish(id, ['en', 'jp'], desk.inHours(2)))

  const sundayIn = { en: 'Pause on Sunday', jp: '日曜の休止', kr: 'Pause on Sunday' } as const
  expect(await seen('en')).not.toContain(sundayIn.en)
  expect(await desk.read(id)).toBe('article_not_found')
  expect(refusal(await server.call(markNoticeRead, { id }, { as: alice }))).toBe(
    'article_not_found',
  )
  // What is to come stays unread, whatever is read until then.
  ok(await server.call(markOwnNoticesRead, {}, { as: alice }))
  const [listed] = ok(await ask(listHouseArticles, { kind: 'notice', limit: 1 })).list
  expect(listed).toMatchObject({ id, title: 'Pause on Sunday', state: 'shown' })
  expect(listed?.languages.find(({ language }) => language === 'jp')).toMatchObject({
    live_at: null,
    coming_at: desk.inHours(2),
    draft: false,
  })

  server.clock.passBusiness({ hours: 2 })
  for (const lang of ['en', 'jp', 'kr'] as const) {
    expect((await seen(lang))[0]).toBe(sundayIn[lang])
    const { ticker } = ok(await server.call(readHomeContent, { lang }))
    expect(ticker[0]).toMatchObject({ id, title: sundayIn[lang] })
  }
  const article = ok(await server.call(readArticle, { id, lang: 'en' }))
  expect(article.content).toContain('<em>ten</em>')
  expect(article.create_time).toBe(desk.inHours(0))
  const notices = ok(await server.call(listArticles, { c_id: 4 }, { as: alice }))
  expect(notices.list.filter(({ read }) => !read).map((each) => each.id)).toEqual([id])
  expect(notices.total).toBe(notices.list.length)

  // A newer English text, and the Japanese one falls behind it.
  await desk.save(id, 'en', 'Pause on Monday')
  server.clock.passBusiness({ minutes: 1 })
  ok(await desk.publish(id, ['en']))
  expect([await desk.read(id), await desk.read(id, 'jp')]).toEqual(['Pause on Monday', sundayIn.jp])
  const { languages: standing = [] } =
    ok(await ask(listHouseArticles, { kind: 'notice', limit: 1 })).list[0] ?? {}
  expect(standing.filter(({ behind }) => behind).map(({ language }) => language)).toEqual(['jp'])
  expect(standing.filter(({ live_at }) => live_at === null)).toHaveLength(languages.length - 2)
  expect((await desk.versions(id)).map(({ state, by }) => [state, by?.name])).toEqual([
    ['now', 'Wren'],
    ['before', 'Wren'],
  ])

  const ada = await hire(server, 'Ada', ['admin'])
  const log = ok(await callOperator(server, readAuditLog, {}, { as: ada })).list
  const ours = log.filter(({ subject }) => subject.startsWith(`article ${id}`))
  expect(ours.map(({ action }) => action)).toContain('article.publish')
  expect(ours.find(({ action }) => action === 'article.publish')).toMatchObject({ reason })
})

test('whoever saves or publishes what somebody else has changed since is refused, and nothing is lost', async () => {
  const { ask, ...desk } = await open()
  const { id } = ok(await ask(addArticle, { kind: 'news', title: 'First' }))
  const text = { id, language: 'en', title: 'Mine', body: 'Mine.' } as const
  const seenByBoth = (await desk.textOf(id, 'en'))?.revision ?? 0
  ok(await ask(saveArticleDraft, { ...text, revision: seenByBoth }))
  const theirs = { ...text, title: 'Theirs', revision: seenByBoth }
  expect(refusal(await ask(saveArticleDraft, theirs))).toBe('article_changed')
  expect(refusal(await ask(saveArticleDraft, { ...theirs, revision: 0 }))).toBe('article_changed')
  const stale = { id, drafts: [{ language: 'en', revision: seenByBoth } as const], reason }
  expect(refusal(await ask(publishArticle, stale))).toBe('article_changed')
  expect(await desk.textOf(id, 'en')).toMatchObject({ title: 'Mine', revision: seenByBoth + 1 })

  ok(await desk.publish(id, ['en']))
  expect(await desk.read(id)).toBe('Mine')
  expect(await desk.textOf(id, 'en')).toMatchObject({ title: 'Mine', revision: 0 })
  await desk.save(id, 'en', 'Second')
  ok(await desk.publish(id, ['en']))
  const [, first] = await desk.versions(id)
  const again = { id: first?.id ?? 0, revision: 0 }
  ok(await ask(redraftVersion, again))
  expect(refusal(await ask(redraftVersion, again))).toBe('article_changed')
  expect(await desk.textOf(id, 'en')).toMatchObject({ title: 'Mine', revision: 1 })
  expect(await desk.read(id)).toBe('Second')
})

test('a picture is redrawn, found by everybody under a name that follows from it, and has words', async () => {
  const { ask, server, ...desk } = await open()
  const sent = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#b87333' },
  })
    .png()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer()
  const add = (bytes: Buffer) => ask(addPicture, { picture: bytes.toString('base64') })
  const { address } = ok(await add(sent))
  expect(ok(await add(sent))).toEqual({ address })
  expect(address).toMatch(PICTURE_PATH)
  const { list } = ok(await ask(listPictures, {}))
  expect(list).toMatchObject([{ address, added_by: { name: 'Wren' } }])
  const shown = await fetch(server.url + address)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(shown.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from(await shown.arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([40, 30])
  // As it was sent: no stamp lies over it, and nothing else came along.
  expect(Math.max(...data) - Math.min(...data)).toBeLessThan(0xb8 - 0x33 + 12)
  expect(bytes.includes('somebody')).toBe(false)
  for (const none of ['picture-0.jpg', 'picture-%00', `picture-${'0'.repeat(32)}.jpg`]) {
    expect([none, (await fetch(`${server.url}/media/${none}`)).status]).toEqual([none, 404])
  }

  expect(refusal(await add(Buffer.from('<svg onload="alert(1)"/>')))).toBe('upload_type')
  expect(refusal(await add(sent.subarray(0, 60)))).toBe('upload_unreadable')
  expect(refusal(await ask(addPicture, { picture: '<script>' }))).toBe('invalid_request')
  const large = { picture: 'A'.repeat((PICTURE_BYTES_MAX * 4) / 3 + 8) }
  expect(refusal(await ask(addPicture, large))).toBe('invalid_request')
  expect((await callOperator(server, addPicture, { picture: 'AAAA' })).type).toBe(999)

  const { id } = ok(await ask(addArticle, { kind: 'news', title: 'Seen' }))
  const draft = { id, language: 'en', title: 'Seen', revision: 1 } as const
  const saved = async (body: string) => await ask(saveArticleDraft, { ...draft, body })
  expect(refusal(await saved(`![](${address})`))).toBe('article_alt')
  ok(await saved(`![A sheet of copper](${address})`))
  ok(await desk.publish(id, ['en']))
  ok(await ask(arrangeArticle, { id, sorts: 1, thumbnail: address }))
  const read = ok(await server.call(readArticle, { id }))
  expect(read.content).toContain(`<img src="${address}" alt="A sheet of copper" />`)
})

test('a picture that no text shows is gone after a day, and none that one does', async () => {
  const { ask, server, ...desk } = await open()
  const draw = async (background: string) =>
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const add = async (as: TestOperator, bytes: Buffer) => {
    const request = { picture: bytes.toString('base64') }
    return ok(await callOperator(server, addPicture, request, { as })).address
  }
  const vera = await hire(server, 'Vera', ['content'])
  const colours = ['red', 'green', 'blue', 'black', 'white']
  const drawn = await Promise.all(colours.map(draw))
  const [past, drafted, thumb, thrown, unused] = await Promise.all(
    drawn.map((bytes) => add(vera, bytes)),
  )
  const { id } = ok(await ask(addArticle, { kind: 'news', title: 'Seen' }))
  const save = async (picture = '') => await desk.save(id, 'en', 'Seen', `![x](${picture})`)
  await save(past)
  ok(await desk.publish(id, ['en']))
  await save(drafted)
  ok(await ask(arrangeArticle, { id, sorts: 1, thumbnail: thumb }))
  const other = ok(await ask(addArticle, { kind: 'news', title: 'Never mind' }))
  const throwAway = await desk.save(other.id, 'en', 'Never mind', `![x](${thrown})`)
  ok(await ask(discardArticleDraft, { id: other.id, language: 'en', revision: throwAway }))
  const status = async () => {
    const all = [past, drafted, thumb, thrown, unused].map((each) => fetch(server.url + each))
    return (await Promise.all(all)).map((answer) => answer.status)
  }
  await server.pass({ hours: 23 })
  expect(await status()).toEqual([200, 200, 200, 200, 200])
  await server.pass({ hours: 2 })
  expect(await status()).toEqual([200, 200, 200, 404, 404])

  const wren = await hire(server, 'Wren again', ['content'])
  const late = (body: string, revision: number) => {
    const draft = { id, language: 'en', title: 'Seen', revision, body } as const
    return callOperator(server, saveArticleDraft, draft, { as: wren })
  }
  expect(refusal(await late(`![x](${unused})`, 1))).toBe('article_picture')
  expect(await add(wren, drawn[4] ?? Buffer.alloc(0))).toBe(unused)
  ok(await late(`![x](${unused})`, 1))
  // The version that was published first is in force again whenever somebody wants it: its picture stays.
  await server.pass({ days: 9 })
  expect(await status()).toEqual([200, 404, 200, 404, 200])
})

test('a draft is thrown away as it was seen, and a page is begun, found by its number and taken off', async () => {
  const { ask, ...desk } = await open()
  const { id } = ok(await ask(addArticle, { kind: 'page', title: 'How to ask' }))
  const discard = (revision: number, language: Language = 'en', of = id) =>
    ask(discardArticleDraft, { id: of, language, revision })
  expect(refusal(await discard(2))).toBe('article_changed')
  expect(refusal(await discard(1, 'zh'))).toBe('article_changed')
  await desk.save(id, 'en', 'Ask us')
  expect(refusal(await discard(1))).toBe('article_changed')
  ok(await desk.publish(id, ['en']))
  expect(await desk.read(id)).toBe('Ask us')
  await desk.save(id, 'en', 'Nonsense')
  expect(ok(await discard(1))).toEqual({ gone: false })
  expect(await desk.textOf(id, 'en')).toMatchObject({ title: 'Ask us', revision: 0 })
  ok(await ask(showArticle, { id, shown: false, reason }))
  expect(await desk.read(id)).toBe('article_not_found')

  // Of what was never published nothing stays, once its last draft is gone.
  const never = ok(await ask(addArticle, { kind: 'page', title: 'Nothing' })).id
  await desk.save(never, 'kr', '없음')
  expect(ok(await discard(1, 'en', never))).toEqual({ gone: false })
  expect(ok(await discard(1, 'kr', never))).toEqual({ gone: true })
  expect(refusal(await ask(readHouseArticle, { id: never }))).toBe('article_not_found')
  expect(refusal(await discard(1, 'kr', never))).toBe('article_not_found')
})

test('a version taken back makes room for the one before, and English goes last', async () => {
  const { ask, server, ...desk } = await open()
  const back = async (id: number) => {
    const [newest] = (await desk.versions(id)).filter(({ state }) => state !== 'withdrawn')
    return await ask(withdrawVersion, { id: newest?.id ?? 0, reason })
  }
  const { id } = ok(await ask(addArticle, { kind: 'news', title: 'One' }))
  await desk.save(id, 'spa', 'Uno')
  expect(refusal(await desk.publish(id, ['spa']))).toBe('article_english')
  await desk.save(id, 'en', 'One')
  ok(await desk.publish(id, ['en', 'spa']))
  await desk.save(id, 'en', 'Two')
  ok(await desk.publish(id, ['en'], desk.inHours(1)))
  server.clock.passBusiness({ hours: 2 })
  expect(await desk.read(id)).toBe('Two')
  ok(await back(id))
  expect(await desk.read(id)).toBe('One')
  expect(refusal(await back(id))).toBe('article_english')

  ok(await ask(showArticle, { id, shown: false, reason }))
  expect(refusal(await ask(showArticle, { id, shown: false, reason }))).toBe('article_changed')
  expect(await desk.read(id, 'spa')).toBe('article_not_found')
  ok(await ask(showArticle, { id, shown: true, reason }))
  expect(await desk.read(id, 'spa')).toBe('Uno')
  const [spanish] = await desk.versions(id, 'spa')
  const spanishBack = { id: spanish?.id ?? 0, reason }
  ok(await ask(withdrawVersion, spanishBack))
  expect(refusal(await ask(withdrawVersion, spanishBack))).toBe('article_changed')
  expect(await desk.read(id, 'spa')).toBe('One')

  // The white paper: screens lead to it, by two ids.
  expect(refusal(await ask(showArticle, { id: 182, shown: false, reason }))).toBe('article_fixed')
  expect(refusal(await back(182))).toBe('article_english')
  await desk.save(182, 'zh', '白皮书二')
  ok(await desk.publish(182, ['zh']))
  expect([await desk.read(165, 'zh'), await desk.read(182, 'zh')]).toEqual(['白皮书二', '白皮书二'])
  expect(refusal(await ask(readHouseArticle, { id: 165 }))).toBe('article_not_found')
})

test('a banner is drafted and published like a text, and stands where it is put', async () => {
  const { ask, server, ...desk } = await open()
  const shown = async (lang: Language) =>
    ok(await server.call(readHomeContent, { lang })).banners.map(({ alt, to }) => [to, alt])
  const usual = await shown('kr')
  const { id } = ok(await ask(addArticle, { kind: 'banner', title: 'New machines' }))
  const place = { id, sorts: 25, thumbnail: '/media/banner-wallet.svg', link: '/shop' }
  ok(await ask(arrangeArticle, place))
  expect(await shown('kr')).toEqual(usual)
  ok(await desk.publish(id, ['en']))
  expect(await shown('kr')).toEqual([usual[0], ['/shop', 'New machines'], ...usual.slice(1)])
  expect(await desk.read(id)).toBe('article_not_found')
  for (const link of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    expect(refusal(await ask(arrangeArticle, { ...place, link }))).toBe('invalid_request')
  }
  const elsewhere = { ...place, thumbnail: 'https://evil.test/pixel.gif' }
  expect(refusal(await ask(arrangeArticle, elsewhere))).toBe('invalid_request')
  expect(refusal(await ask(arrangeArticle, { id: 301, sorts: 1, link: '/shop' }))).toBe(
    'invalid_request',
  )
})

test('two who put an article elsewhere from one reading keep what the other changed', async () => {
  const { ask } = await open()
  const { id } = ok(await ask(addArticle, { kind: 'banner', title: 'New machines' }))
  ok(await ask(arrangeArticle, { id, sorts: 5, link: '/shop' }))
  ok(await ask(arrangeArticle, { id, link: '/earn' }))
  ok(await ask(arrangeArticle, { id, sorts: 9 }))
  expect(ok(await ask(readHouseArticle, { id }))).toMatchObject({ sorts: 9, link: '/earn' })
  expect(refusal(await ask(arrangeArticle, { id }))).toBe('invalid_request')
})

test('what no article may say is refused by its name, and what is HTML stays text', async () => {
  const { ask, ...desk } = await open()
  const { id } = ok(await ask(addArticle, { kind: 'news', title: 'Draft' }))
  const said = async (body: string) => {
    const heard = await ask(previewArticle, { body })
    const { revision = 0 } = (await desk.textOf(id, 'en')) ?? {}
    const draft = { id, language: 'en', title: 'Draft', body, revision } as const
    const saved = await ask(saveArticleDraft, draft)
    if (heard.type === 'ok') return heard.message.html
    expect(refusal(saved)).toBe(refusal(heard))
    return refusal(heard)
  }
  expect(await said('[x](javascript:alert(1))')).toBe('article_address')
  expect(await said('[x](JaVaScRiPt&colon;alert(1))')).toBe('article_address')
  expect(await said('[x](data:text/html;base64,PHN2Zy8+)')).toBe('article_address')
  expect(await said('[x](//evil.test)')).toBe('article_address')
  expect(await said('[x][1]\n\n[1]: vbscript:msgbox(1)')).toBe('article_address')
  expect(await said('![x](https://evil.test/pixel.gif)')).toBe('article_picture')
  expect(await said('![x](/media/../api/x.png)')).toBe('article_picture')
  expect(await said('<script>alert(1)</script>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  expect(await said('<img src=x onerror=alert(1)>')).not.toContain('<img')
  expect(await said('a\u0000b')).toBe('invalid_request')
  expect(await said('half \ud83d of a sign')).toBe('invalid_request')
  expect(await said('x'.repeat(18_001))).toBe('invalid_request')
  expect(await said('x'.repeat(2_000_000))).toBe('body_too_large')
  expect(await said('あ'.repeat(18_000))).toContain('あ')
  expect(await said(`${'> '.repeat(4_000)}x`)).toBe('invalid_request')
  expect(await said('[](/info1) **[a](/shop)** ![own](/media/article-run.svg)')).toContain(
    '<img src="/media/article-run.svg" alt="own" />',
  )

  const nothing = ok(await ask(addArticle, { kind: 'news', title: 'No text' }))
  expect(refusal(await desk.publish(nothing.id, ['en']))).toBe('article_empty')
  expect(refusal(await desk.publish(id, ['en'], desk.inHours(-1)))).toBe('article_past')
  expect(refusal(await desk.publish(id, ['en'], desk.inHours(24 * 400)))).toBe('article_past')
  expect(refusal(await desk.publish(id, ['ban']))).toBe('invalid_request')
  expect(refusal(await ask(withdrawVersion, { id: 999_999, reason }))).toBe('article_not_found')
  expect(refusal(await ask(redraftVersion, { id: 999_999, revision: 0 }))).toBe('article_not_found')
})

test('a start writes first versions where there are none, and nothing over what was edited', async () => {
  const { server, ...desk } = await open()
  await desk.save(301, 'en', 'Edited')
  ok(await desk.publish(301, ['en']))
  const before = ok(await server.call(readArticle, { id: 302 }))
  // As an installation is whose texts were of one version only.
  await server.db.deleteFrom('article_version').where('article_id', '=', 302).execute()
  server.clock.passBusiness({ hours: 1 })
  const start = async () =>
    await server.db.transaction().execute(async (tx) => {
      await seedContent(tx, server.clock.now())
    })
  // Two servers start together.
  await Promise.all([start(), start()])
  expect(ok(await server.call(readArticle, { id: 302 }))).toEqual(before)
  expect(await desk.versions(302)).toHaveLength(1)
  expect(await desk.read(301)).toBe('Edited')
  expect(await desk.versions(301)).toHaveLength(2)
  expect(ok(await server.call(readHomeContent)).contacts).toHaveLength(8)
})
