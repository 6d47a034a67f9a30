import type {
  listArticles as listArticlesCall,
  readArticle,
  readHomeContent,
} from '@btbc/contract/news.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

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

export async function readHome(
  tx: Tx,
  { language }: { language: Language },
): Promise<Response<typeof readHomeContent>> {
  const ticker = await tx
    .selectFrom('article')
    .innerJoin('article_text', 'article_text.article_id', 'article.id')
    .select(['id', 'title', 'create_time'])
    .where('c_id', '=', NOTICES)
    .where('language', '=', language)
    .orderBy('sorts', 'desc')
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(TICKER_MAX)
    .execute()
  const contacts = await tx
    .selectFrom('contact')
    .select(['name', 'channel', 'number', 'url', 'hours'])
    .orderBy('sorts', 'desc')
    .orderBy('id')
    .limit(CONTACTS_MAX)
    .execute()
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
    ticker,
    contacts,
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
