import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * What members see of an article at a moment: its last published version in their language whose time
 * has come, or else in English, which is there before any other is. No job has to make it so.
 */

type At = { language: Language; now: Date }

/** Articles that are shown, each beside what it says (`said`). */
export function shownArticles(tx: Tx, { language, now }: At) {
  return tx
    .selectFrom('article')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('article_version')
          .select(['title', 'summary', 'html'])
          .where('article_id', '=', (row) =>
            row.fn.coalesce(row.ref('article.same_as'), row.ref('article.id')),
          )
          .where('language', 'in', [language, 'en'])
          .where('article_version.state', '=', sql.lit('published'))
          .where('live_at', '<=', now)
          .orderBy((row) => row('language', '=', language), 'desc')
          .orderBy('live_at', 'desc')
          .orderBy('article_version.id', 'desc')
          .limit(1)
          .as('said'),
      (join) => join.onTrue(),
    )
    .where('article.state', '=', sql.lit('shown'))
}

/** Without their words: for counting, and for what is done with all of them. */
export function shownIds(tx: Tx, { kind, now }: { kind: string; now: Date }) {
  return tx
    .selectFrom('article')
    .where('kind', '=', kind)
    .where('article.state', '=', sql.lit('shown'))
    .where((row) =>
      row.exists(
        row
          .selectFrom('article_version')
          .select(sql.lit(1).as('one'))
          .whereRef('article_id', '=', 'article.id')
          .where('language', '=', 'en')
          .where('article_version.state', '=', sql.lit('published'))
          .where('live_at', '<=', now),
      ),
    )
}
