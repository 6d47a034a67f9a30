import type {
  listArticles as listArticlesCall,
  readArticle,
  readHomeContent,
} from '@btbc/contract/news.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'

/** Notices, news and pages; banners, ticker and contacts. */

const NOTICES = 4
const TICKER_MAX = 10
const CONTACTS_MAX = 8
const PAGE_SIZE = 100

type Reader = { memberId: number | undefined; language: Language }

export async function listArticles(
  tx: Tx,
  { request, memberId, language }: Reader & { request: Request<typeof listArticlesCall> },
): Promise<Response<typeof listArticlesCall>> {
  const { limit = PAGE_SIZE, page = 1 } = request
  const rows = await tx
    .selectFrom('article')
    .innerJoin('article_text', 'article_text.article_id', 'article.id')
    .leftJoin('notice_read', (join) =>
      join
        .onRef('notice_read.article_id', '=', 'article.id')
        .on('notice_read.member_id', '=', memberId ?? 0),
    )
    .select(['id', 'title', 'sorts', 'thumbnail', 'create_time', 'summary', 'read_at'])
    .where('c_id', '=', request.c_id)
    .where('language', '=', language)
    .orderBy('sorts', 'desc')
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await tx
    .selectFrom('article')
    .select((select) => select.fn.countAll<bigint>().as('total'))
    .where('c_id', '=', request.c_id)
    .executeTakeFirstOrThrow()
  return {
    list: rows.map(({ read_at, ...article }) => ({ ...article, read: read_at !== null })),
    total: Number(total),
    page,
    limit,
  }
}

export async function getArticle(
  tx: Tx,
  { request, language }: { request: Request<typeof readArticle>; language: Language },
): Promise<Response<typeof readArticle>> {
  const { id, slug } = request
  if (id === undefined && slug === undefined) throw new Refusal('article_not_found')
  const article = await tx
    .selectFrom('article')
    .innerJoin('article_text', (join) =>
      join.on((on) => on('article_id', '=', on.fn.coalesce('article.same_as', 'article.id'))),
    )
    .select(['article.id', 'title', 'html', 'create_time'])
    .where('language', '=', language)
    .$if(id !== undefined, (query) => query.where('article.id', '=', id ?? 0))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? null))
    .executeTakeFirst()
  if (article === undefined) throw new Refusal('article_not_found')
  const { html, ...rest } = article
  return { ...rest, content: html }
}

const CONTENT = prepare(
  'news_home_content',
  `select (
     select json_agg(json_build_object('id', id, 'title', title, 'create_time', create_time)) from (
       select article.id, title, create_time from article
       join article_text on article_text.article_id = article.id
         and article_text.language = asked.language
       where c_id = ${NOTICES}
       order by sorts desc, create_time desc, article.id desc limit ${TICKER_MAX}
     ) newest
   ) as ticker, (
     select json_agg(first.*) from (
       select name, channel, number, url, hours from contact
       order by sorts desc, id limit ${CONTACTS_MAX}
     ) first
   ) as contacts
   from unnest($1::text[]) with ordinality asked (language, place) order by place`,
)

type Content = Response<typeof readHomeContent>
type ContentRow = {
  ticker: { id: number; title: string; create_time: string }[] | null
  contacts: Content['contacts'] | null
}

const readContent = askTogether(async (database, asked: readonly Language[]) => {
  const languages = [...new Set(asked)]
  const rows = await runPrepared<ContentRow>(database, CONTENT, [languages])
  return asked.map((language) => rows[languages.indexOf(language)])
})

export async function readHome(db: Db, { language }: { language: Language }): Promise<Content> {
  const { ticker, contacts } = (await readContent(db, language)) ?? {}
  return {
    banners: [
      { img: '/media/banner-share.svg', alt: say(language, 'news', 'banner.share'), to: '/share' },
      {
        img: '/media/banner-wallet.svg',
        alt: say(language, 'news', 'banner.wallet'),
        to: '/assets3',
      },
      {
        img: '/media/banner-support.svg',
        alt: say(language, 'news', 'banner.support'),
        to: '/Kefu',
      },
    ],
    ticker: (ticker ?? []).map((each) => ({ ...each, create_time: new Date(each.create_time) })),
    contacts: contacts ?? [],
  }
}

export async function markNoticeRead(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<void> {
  const notice = await tx
    .selectFrom('article')
    .select('id')
    .where('id', '=', id)
    .where('c_id', '=', NOTICES)
    .executeTakeFirst()
  if (notice === undefined) throw new Refusal('article_not_found')
  await tx
    .insertInto('notice_read')
    .values({ member_id: memberId, article_id: id, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All notices there are. */
export async function markAllNoticesRead(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('notice_read')
    .columns(['member_id', 'article_id', 'read_at'])
    .expression((from) =>
      from
        .selectFrom('article')
        .select((row) => [row.val(memberId).as('member_id'), 'id', row.val(now).as('read_at')])
        .where('c_id', '=', NOTICES),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countUnreadNotices(tx: Tx, memberId: number): Promise<number> {
  const { unread } = await tx
    .selectFrom('article')
    .leftJoin('notice_read', (join) =>
      join
        .onRef('notice_read.article_id', '=', 'article.id')
        .on('notice_read.member_id', '=', memberId),
    )
    .select((select) => select.fn.countAll<bigint>().as('unread'))
    .where('c_id', '=', NOTICES)
    .where('notice_read.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}
