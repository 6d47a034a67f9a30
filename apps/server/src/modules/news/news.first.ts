import { say } from '@btbc/contract/texts.ts'
import { languages, type Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { type ArticleName, articles, banners, contacts, otherIds } from './content/content.ts'
import type { ArticleText } from './content/read-article.ts'

/** What the product says on its first day: the first versions, which operators write on from. */

type First = {
  row: {
    id: number
    kind: string
    slug: string | null
    link: string | null
    sorts: number
    thumbnail: string
  }
  textIn: (language: Language) => Promise<ArticleText>
}

const all: readonly First[] = [
  ...(Object.keys(articles) as ArticleName[]).map(firstArticle),
  ...banners.map(firstBanner),
]

/** What is there already, perhaps edited, stays; an article without any version gets its first. */
export async function seedContent(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ written: number[]; contact: boolean }>`
    select array(select distinct article_id from article_version) as written,
      exists (select from contact) as contact`.execute(tx)
  const { written = [], contact = false } = rows[0] ?? {}
  for (const first of all.filter(({ row }) => !written.includes(row.id))) {
    await addFirst(tx, first, now)
  }
  const values = otherIds.map((other) => ({ ...other, kind: 'page', create_time: now }))
  await tx
    .insertInto('article')
    .values(values)
    .onConflict((each) => each.doNothing())
    .execute()
  if (contact) return
  await tx
    .insertInto('contact')
    .values(contacts)
    .onConflict((each) => each.doNothing())
    .execute()
}

async function addFirst(tx: Tx, { row, textIn }: First, now: Date): Promise<void> {
  await tx
    .insertInto('article')
    .values({ ...row, create_time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { create_time: since } = await tx
    .selectFrom('article')
    .select('create_time')
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Another server that starts as well may have written them while this one waited for the row.
  const written = await tx
    .selectFrom('article_version')
    .select('id')
    .where('article_id', '=', row.id)
    .limit(1)
    .executeTakeFirst()
  if (written !== undefined) return
  // Markdown is read at a first start, and when operators write.
  const { renderMarkdown } = await import('./markdown.ts')
  const versions = await Promise.all(
    languages.map(async (language) => {
      const text = await textIn(language)
      const html = renderMarkdown(text.body)
      const at = { written_at: since, live_at: since }
      return { article_id: row.id, language, ...text, html, state: 'published' as const, ...at }
    }),
  )
  await tx.insertInto('article_version').values(versions).execute()
}

function firstArticle(name: ArticleName): First {
  const { thumbnail, ...row } = articles[name]
  return {
    row: { ...row, link: null, thumbnail: `/media/article-${thumbnail}.svg` },
    textIn: async (language) => {
      const { readArticle } = await import('./content/read-article.ts')
      return readArticle(language, name)
    },
  }
}

function firstBanner({ text, ...row }: (typeof banners)[number]): First {
  const thumbnail = `/media/${text.replace('.', '-')}.svg`
  return {
    row: { ...row, kind: 'banner', slug: null, thumbnail },
    textIn: async (language) => ({ title: say(language, 'news', text), summary: '', body: '' }),
  }
}
