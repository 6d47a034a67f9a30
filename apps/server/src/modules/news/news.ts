import type {
  listArticles as listArticlesCall,
  readArticle,
  readHomeContent,
} from '@btbc/contract/news.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'

import { shownArticles, shownIds } from './shown.ts'

/** Notices, news and pages; banners, ticker and contacts: as members read them. */

const TICKER_MAX = 10
const BANNERS_MAX = 8
const CONTACTS_MAX = 8
const PAGE_SIZE = 100

/** The seeds' numbers of what stands in lists. */
const kinds = new Map([
  [4, 'notice'],
  [5, 'news'],
])

type Reader = { language: Language; now: Date }

export async function listArticles(
  tx: Tx,
  asked: Reader & { memberId: number | undefined; request: Request<typeof listArticlesCall> },
): Promise<Response<typeof listArticlesCall>> {
  const { request, memberId, now } = asked
  const { limit = PAGE_SIZE, page = 1 } = request
  const kind = kinds.get(request.c_id)
  if (kind === undefined) return { list: [], total: 0, page, limit }
  const shown = shownArticles(tx, asked)
    .leftJoin('notice_read', (join) =>
      join
        .onRef('notice_read.article_id', '=', 'article.id')
        .on('notice_read.member_id', '=', memberId ?? 0),
    )
    .select(['article.id', 'title', 'sorts', 'thumbnail', 'create_time', 'summary', 'read_at'])
    .orderBy('sorts', 'desc')
    .orderBy('create_time', 'desc')
    .orderBy('article.id', 'desc')
  const keys = shownIds(tx, { kind, now })
    .select('id')
    .orderBy('sorts', 'desc')
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, shown, { page, limit }, { key: 'article.id', keys })
  return {
    list: rows.map(({ read_at, ...article }) => ({ ...article, read: read_at !== null })),
    total,
    page,
    limit,
  }
}

/** What a page is called, and what stands above its text. */
export async function readPageHead(
  tx: Tx,
  { slug, ...asked }: Reader & { slug: string },
): Promise<{ title: string; summary: string }> {
  const page = await shownArticles(tx, asked)
    .select(['title', 'summary'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  return page ?? { title: '', summary: '' }
}

export async function getArticle(
  tx: Tx,
  asked: Reader & { request: Request<typeof readArticle> },
): Promise<Response<typeof readArticle>> {
  const { id, slug } = asked.request
  if (id === undefined && slug === undefined) throw new Refusal('article_not_found')
  const article = await shownArticles(tx, asked)
    .select(['article.id', 'title', 'html', 'create_time'])
    .where('kind', '<>', 'banner')
    .$if(id !== undefined, (query) => query.where('article.id', '=', id ?? 0))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? null))
    .executeTakeFirst()
  if (article === undefined) throw new Refusal('article_not_found')
  const { html, ...rest } = article
  return { ...rest, content: html }
}

/** As `shownArticles`, where a statement asks for several languages. */
const SAID = `cross join lateral (
    select title from article_version
    where article_id = article.id and article_version.language in (asked.language, 'en')
      and article_version.state = 'published' and live_at <= $2
    order by article_version.language = asked.language desc, live_at desc, article_version.id desc
    limit 1
  ) said`
const FIRST = 'order by sorts desc, create_time desc, article.id desc limit'

const CONTENT = prepare(
  'news_home_content',
  `select (
     select json_agg(json_build_object('id', id, 'title', title, 'create_time', create_time)) from (
       select article.id, title, create_time from article ${SAID}
       where kind = 'notice' and state = 'shown' ${FIRST} ${TICKER_MAX}
     ) newest
   ) as ticker, (
     select json_agg(json_build_object('img', thumbnail, 'alt', title, 'to', link)) from (
       select thumbnail, title, link from article ${SAID}
       where kind = 'banner' and state = 'shown' ${FIRST} ${BANNERS_MAX}
     ) first
   ) as banners, (
     select json_agg(first.*) from (
       select said ->> 'name' as name, channel, number, url, said ->> 'hours' as hours
       from contact cross join lateral (
         select coalesce(texts -> asked.language, texts -> 'en') as said
       ) spoken
       where state = 'shown' order by sorts desc, id limit ${CONTACTS_MAX}
     ) first
   ) as contacts
   from unnest($1::text[]) with ordinality asked (language, place) order by place`,
)

type Content = Response<typeof readHomeContent>
type ContentRow = {
  ticker: { id: number; title: string; create_time: string }[] | null
  banners: Content['banners'] | null
  contacts: Content['contacts'] | null
}

const readContent = askTogether(async (database, asked: readonly Reader[]) => {
  const languages = [...new Set(asked.map(({ language }) => language))]
  const now = new Date(Math.max(...asked.map((each) => each.now.getTime())))
  const rows = await runPrepared<ContentRow>(database, CONTENT, [languages, now.toISOString()])
  return asked.map(({ language }) => rows[languages.indexOf(language)])
})

export async function readHome(db: Db, { language, now }: Reader): Promise<Content> {
  const { ticker, banners, contacts } = (await readContent(db, { language, now })) ?? {}
  return {
    banners: banners ?? [],
    ticker: (ticker ?? []).map((each) => ({ ...each, create_time: new Date(each.create_time) })),
    contacts: contacts ?? [],
  }
}

export async function markNoticeRead(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<void> {
  const notice = await shownIds(tx, { kind: 'notice', now })
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (notice === undefined) throw new Refusal('article_not_found')
  await tx
    .insertInto('notice_read')
    .values({ member_id: memberId, article_id: id, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All notices there are. Those that are to come stay unread. */
export async function markAllNoticesRead(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  const all = shownIds(tx, { kind: 'notice', now }).select((row) => [
    row.val(memberId).as('member_id'),
    'id',
    row.val(now).as('read_at'),
  ])
  await tx
    .insertInto('notice_read')
    .columns(['member_id', 'article_id', 'read_at'])
    .expression(all)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countUnreadNotices(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number> {
  const { unread } = await shownIds(tx, { kind: 'notice', now })
    .leftJoin('notice_read', (join) =>
      join
        .onRef('notice_read.article_id', '=', 'article.id')
        .on('notice_read.member_id', '=', memberId),
    )
    .select((select) => select.fn.countAll<bigint>().as('unread'))
    .where('notice_read.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}
