import type { ArticleKind } from '@btbc/contract/article-rules.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listArticleVersions as listArticleVersionsCall,
  listHouseArticles as listHouseArticlesCall,
  readHouseArticle as readHouseArticleCall,
} from '@btbc/contract/operator/article.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { languages, type Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** Articles as operators see them: in every language, with drafts and versions. */

type Page = { before: number | undefined; limit: number }

export async function listHouseArticles(
  tx: Tx,
  { kind, before, limit, now }: Page & { kind: ArticleKind; now: Date },
): Promise<Response<typeof listHouseArticlesCall>> {
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'slug', 'state'])
    .select(
      sql<string>`coalesce((select title from article_version where article_id = article.id
        and language = 'en' order by id desc limit 1), '')`.as('title'),
    )
    .where('kind', '=', kind)
    .where('same_as', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const standing = await readStanding(
    tx,
    page.map(({ id }) => id),
    now,
  )
  return {
    list: page.map((row) => ({ ...row, languages: standing(row.id) })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** What is there in each language; one that is not there at all is missing. */
async function readStanding(tx: Tx, ids: readonly number[], now: Date) {
  const { rows } = await sql<{
    article_id: number
    language: Language
    live_at: Date | null
    coming_at: Date | null
    draft: boolean
  }>`
    select article_id, language, bool_or(state = 'draft') as draft,
      max(live_at) filter (where state = 'published' and live_at <= ${now}) as live_at,
      min(live_at) filter (where state = 'published' and live_at > ${now}) as coming_at
    from article_version where article_id = any(${ids}) group by article_id, language`.execute(tx)
  return (id: number) => {
    const own = rows.filter((row) => row.article_id === id)
    const english = own.find(({ language }) => language === 'en')?.live_at ?? null
    return languages.map((language) => {
      const {
        live_at = null,
        coming_at = null,
        draft = false,
      } = own.find((row) => row.language === language) ?? {}
      const behind = english !== null && live_at !== null && live_at < english
      return { language, live_at, coming_at, draft, behind }
    })
  }
}

export async function readHouseArticle(
  tx: Tx,
  id: number,
): Promise<Response<typeof readHouseArticleCall>> {
  const article = await tx
    .selectFrom('article')
    .select(['id', 'kind', 'slug', 'sorts', 'thumbnail', 'link', 'state'])
    .where('id', '=', id)
    .where('same_as', 'is', null)
    .executeTakeFirst()
  if (article === undefined) throw new Refusal('article_not_found')
  // The draft, or else what was published last.
  const rows = await tx
    .selectFrom('article_version')
    .leftJoin('operator', 'operator.id', 'operator_id')
    .distinctOn('language')
    .select(['language', 'title', 'summary', 'body', 'revision', 'state'])
    .select(['operator_id', 'name', 'written_at'])
    .where('article_id', '=', id)
    .orderBy('language')
    .orderBy((row) => row('state', '=', 'draft'), 'desc')
    .orderBy('article_version.id', 'desc')
    .execute()
  const texts = languages.map((language) => {
    const row = rows.find((each) => each.language === language)
    if (row === undefined) {
      return { language, title: '', summary: '', body: '', revision: 0, saved: null }
    }
    const { title, summary, body, revision, state, written_at: at } = row
    const saved = { by: personOf(row), at }
    return { language, title, summary, body, revision: state === 'draft' ? revision : 0, saved }
  })
  return { ...article, kind: article.kind as ArticleKind, texts }
}

export async function listVersions(
  tx: Tx,
  asked: Page & { id: number; language: Language; now: Date },
): Promise<Response<typeof listArticleVersionsCall>> {
  const { id, language, before, limit, now } = asked
  const versions = tx
    .selectFrom('article_version')
    .leftJoin('operator', 'operator.id', 'operator_id')
    .where('article_id', '=', id)
    .where('language', '=', language)
  const rows = await versions
    .select(['article_version.id', 'title', 'state', 'live_at', 'operator_id', 'name'])
    .select('written_at')
    .where('state', '<>', 'draft')
    .$if(before !== undefined, (query) => query.where('article_version.id', '<', before ?? 0))
    .orderBy('article_version.id', 'desc')
    .limit(limit + 1)
    .execute()
  const seen = await versions
    .select('article_version.id')
    .where('state', '=', 'published')
    .where('live_at', '<=', now)
    .orderBy('live_at', 'desc')
    .orderBy('article_version.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const page = rows.slice(0, limit)
  return {
    list: page.flatMap((row) => {
      const { live_at, title, written_at: at } = row
      if (live_at === null) return []
      const standing = live_at > now ? 'later' : row.id === seen?.id ? 'now' : 'before'
      const state = row.state === 'withdrawn' ? 'withdrawn' : standing
      return [{ id: row.id, title, state, live_at, by: personOf(row), at }]
    }),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function personOf({ operator_id: id, name }: { operator_id: number | null; name: string | null }) {
  return id === null ? null : { id, name: name ?? '' }
}
