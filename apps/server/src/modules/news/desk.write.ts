import type { ArticleKind } from '@btbc/contract/article-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { publish } from '#platform/events.ts'

import { keepPictures } from './pictures.ts'

/** Drafts. Nobody but operators sees them, and nobody writes over what somebody else has saved. */

type By = { operatorId: number; now: Date }

/** What a new one has until somebody says otherwise. */
const BEGINNINGS = {
  notice: { thumbnail: '/media/article-books.svg', link: null },
  news: { thumbnail: '/media/article-books.svg', link: null },
  page: { thumbnail: '/media/article-books.svg', link: null },
  banner: { thumbnail: '/media/banner-share.svg', link: '/' },
} as const

export async function addArticle(
  tx: Tx,
  { kind, title, operatorId, now }: By & { kind: keyof typeof BEGINNINGS; title: string },
): Promise<{ id: number }> {
  const { id } = await tx
    .insertInto('article')
    .values({ kind, ...BEGINNINGS[kind], create_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = { title, summary: '', body: '' }
  await saveDraft(tx, { id, language: 'en', ...text, revision: 0, operatorId, now })
  return { id }
}

type Draft = { id: number; language: Language; title: string; summary: string; body: string }

/** Saves what follows from the revision that its writer saw: 0 when there was no draft. */
export async function saveDraft(
  tx: Tx,
  {
    id,
    language,
    title,
    summary,
    body,
    revision,
    operatorId,
    now,
  }: Draft & By & { revision: number },
): Promise<{ revision: number }> {
  await lockArticle(tx, id)
  const found = await tx
    .selectFrom('article_version')
    .select(['id', 'revision'])
    .where('article_id', '=', id)
    .where('language', '=', language)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if ((found?.revision ?? 0) !== revision) throw new Refusal('article_changed')
  const { renderMarkdown } = await import('./markdown.ts')
  const html = renderMarkdown(body)
  await keepPictures(tx, html, now)
  const saved = { title, summary, body, html, operator_id: operatorId, written_at: now }
  if (found) {
    await tx
      .updateTable('article_version')
      .set({ ...saved, revision: revision + 1 })
      .where('id', '=', found.id)
      .execute()
  } else {
    await tx
      .insertInto('article_version')
      .values({ ...saved, article_id: id, language, state: 'draft' })
      .execute()
  }
  return { revision: revision + 1 }
}

/** Throws away what its writer saw; an article of which nothing was ever published goes with it. */
export async function discardDraft(
  tx: Tx,
  { id, language, revision }: { id: number; language: Language; revision: number },
): Promise<{ gone: boolean }> {
  await lockArticle(tx, id)
  const thrown = await tx
    .deleteFrom('article_version')
    .where('article_id', '=', id)
    .where('language', '=', language)
    .where('state', '=', 'draft')
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (thrown.numDeletedRows === 0n) throw new Refusal('article_changed')
  const { numDeletedRows: gone } = await tx
    .deleteFrom('article')
    .where('id', '=', id)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('article_version').select('id').where('article_id', '=', id).limit(1),
        ),
      ),
    )
    .executeTakeFirst()
  return { gone: gone > 0n }
}

/** What a version said is the draft again; the version stays as it is. */
export async function redraft(
  tx: Tx,
  { version: id, revision, operatorId, now }: By & { version: number; revision: number },
): Promise<{ subject: string; revision: number }> {
  const version = await tx
    .selectFrom('article_version')
    .select(['article_id', 'language', 'title', 'summary', 'body'])
    .where('id', '=', id)
    .where('state', '<>', 'draft')
    .executeTakeFirst()
  if (version === undefined) throw new Refusal('article_not_found')
  const { article_id, ...text } = version
  const language = version.language as Language
  const draft = { ...text, language, id: article_id, revision, operatorId, now }
  return { ...(await saveDraft(tx, draft)), subject: subjectOf(article_id, language) }
}

/** Its place among its kind, its picture, and where a banner leads, as far as they are to be others. */
export async function arrange(
  tx: Tx,
  asked: {
    id: number
    sorts: number | undefined
    thumbnail: string | undefined
    link: string | undefined
    now: Date
  },
): Promise<void> {
  const { id, sorts, thumbnail, link, now } = asked
  const { kind } = await lockArticle(tx, id)
  if (link !== undefined && kind !== 'banner') {
    throw new Refusal('invalid_request', { field: 'link' })
  }
  if (sorts === undefined && thumbnail === undefined && link === undefined) {
    throw new Refusal('invalid_request', { field: 'sorts' })
  }
  await keepPictures(tx, thumbnail ?? '', now)
  await tx.updateTable('article').set({ sorts, thumbnail, link }).where('id', '=', id).execute()
  publish(tx, { to: 'everyone', kind: 'article.published' })
}

/** Whoever changes anything of an article does so one after the other. */
export async function lockArticle(tx: Tx, id: number) {
  const article = await tx
    .selectFrom('article')
    .select(['id', 'kind', 'slug', 'state'])
    .where('id', '=', id)
    .where('same_as', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (article === undefined) throw new Refusal('article_not_found')
  return { ...article, kind: article.kind as ArticleKind }
}

/** As the audit log names it. */
export function subjectOf(id: number, language?: Language): string {
  return language === undefined ? `article ${id}` : `article ${id} ${language}`
}
