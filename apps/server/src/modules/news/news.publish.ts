import { languages, type Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { publish } from '#platform/events.ts'

import { type ArticleName, articles, contacts, otherIds } from './content/content.ts'
import { safeHtml } from './html.ts'

export type Article = {
  id: number
  slug: string | null
  c_id: number | null
  sorts: number
  thumbnail: string
  texts: Record<Language, { title: string; summary: string; html: string }>
}

/** Stores an article in every language, or replaces it. Its HTML is made safe here. */
export async function saveArticle(tx: Tx, article: Article, now: Date): Promise<void> {
  const { texts, ...row } = article
  await tx
    .insertInto('article')
    .values({ ...row, create_time: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const values = languages.map((language) => {
    const { title, summary, html } = texts[language]
    return { article_id: article.id, language, title, summary, html: safeHtml(html) }
  })
  await tx
    .insertInto('article_text')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'language']).doUpdateSet((offered) => ({
        title: offered.ref('excluded.title'),
        summary: offered.ref('excluded.summary'),
        html: offered.ref('excluded.html'),
      })),
    )
    .execute()
  publish(tx, { to: 'everyone', kind: 'article.published' })
}

/** The articles and contacts of a first start. What is there already, perhaps edited, stays. */
export async function seedContent(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ stored: number[]; contact: boolean }>`
    select array(select id from article) as stored, exists (select from contact) as contact`.execute(
    tx,
  )
  const { stored = [], contact = false } = rows[0] ?? {}
  const names = Object.keys(articles) as ArticleName[]
  for (const name of names.filter((each) => !stored.includes(articles[each].id))) {
    await saveArticle(tx, await firstArticle(name), now)
  }
  const others = otherIds.filter(({ id }) => !stored.includes(id))
  if (others.length > 0) {
    const values = others.map((other) => ({ ...other, create_time: now }))
    await tx
      .insertInto('article')
      .values(values)
      .onConflict((each) => each.doNothing())
      .execute()
  }
  if (contact) return
  await tx
    .insertInto('contact')
    .values(contacts)
    .onConflict((each) => each.doNothing())
    .execute()
}

async function firstArticle(name: ArticleName): Promise<Article> {
  // Markdown is read at a first start, and by no other.
  const { readArticle } = await import('./content/read-article.ts')
  const { thumbnail, ...row } = articles[name]
  const texts = Object.fromEntries(
    languages.map((language) => [language, readArticle(language, name)]),
  ) as Article['texts']
  return { ...row, thumbnail: `/media/article-${thumbnail}.svg`, texts }
}
