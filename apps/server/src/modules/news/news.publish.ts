import { languages, type Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { publish } from '#platform/events.ts'

import { type ArticleName, articles, contacts, content, otherIds } from './content/content.ts'
import { htmlOfLines, safeHtml } from './html.ts'

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
  const names = Object.keys(articles) as ArticleName[]
  const stored = new Set(
    (await tx.selectFrom('article').select('id').execute()).map(({ id }) => id),
  )
  for (const name of names.filter((each) => !stored.has(articles[each].id))) {
    await saveArticle(tx, firstArticle(name), now)
  }
  await tx
    .insertInto('article')
    .values(otherIds.map((other) => ({ ...other, create_time: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const contact = await tx.selectFrom('contact').select('id').limit(1).executeTakeFirst()
  if (contact !== undefined) return
  await tx
    .insertInto('contact')
    .values(contacts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function firstArticle(name: ArticleName): Article {
  const { thumbnail, ...row } = articles[name]
  const texts = Object.fromEntries(
    languages.map((language) => {
      const { title, summary, body } = content[language].articles[name]
      return [language, { title, summary, html: htmlOfLines(body) }]
    }),
  ) as Article['texts']
  return { ...row, thumbnail: `/media/article-${thumbnail}.svg`, texts }
}
