import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import { DAY_MS } from '#platform/durations.ts'
import { publish } from '#platform/events.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { articleStates, versionStates } from './article.states.ts'
import { lockArticle, subjectOf } from './desk.write.ts'

/** From a draft to what members see, and back. English stands in for what is missing, so it comes first. */

const AHEAD_MS_MAX = 366 * DAY_MS

type Seen = { language: Language; revision: number }

/** Publishes drafts as their operator saw them, all of them for the same moment. */
export async function publishDrafts(
  tx: Tx,
  asked: { id: number; drafts: readonly Seen[]; at: Date | undefined; now: Date },
): Promise<{ at: Date }> {
  const { id, drafts, now } = asked
  const at = asked.at ?? now
  if (at < now || at.getTime() > now.getTime() + AHEAD_MS_MAX) throw new Refusal('article_past')
  const { kind } = await lockArticle(tx, id)
  const found = await tx
    .selectFrom('article_version')
    .select(['id', 'language', 'revision', 'body'])
    .where('article_id', '=', id)
    .where('state', '=', 'draft')
    .execute()
  const chosen = drafts.map(({ language, revision }) => {
    const draft = found.find((each) => each.language === language && each.revision === revision)
    if (draft === undefined) throw new Refusal('article_changed')
    if (draft.body.trim() === '' && kind !== 'banner') throw new Refusal('article_empty')
    return draft
  })
  const isEnglishThere = await hasEnglish(tx, { id, by: at })
  if (!isEnglishThere && chosen.every(({ language }) => language !== 'en')) {
    throw new Refusal('article_english')
  }
  if (!isEnglishThere) {
    // It is as old as its first text.
    await tx.updateTable('article').set({ create_time: at }).where('id', '=', id).execute()
  }
  const ids = [...new Set(chosen.map((each) => each.id))]
  await transitionAll(tx, versionStates, ids, 'publish', { now, set: { live_at: at } })
  publish(tx, { to: 'everyone', kind: 'article.published' })
  return { at }
}

/** Takes one version back. The last English one stays as long as anything needs it. */
export async function withdrawVersion(
  tx: Tx,
  { version: id, now }: { version: number; now: Date },
): Promise<{ subject: string }> {
  const asked = await tx
    .selectFrom('article_version')
    .select('article_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (asked === undefined) throw new Refusal('article_not_found')
  const { slug } = await lockArticle(tx, asked.article_id)
  const version = await tx
    .selectFrom('article_version')
    .select(['language', 'state', 'live_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { live_at: liveAt } = version
  if (version.state !== 'published' || liveAt === null) throw new Refusal('article_changed')
  if (version.language === 'en') {
    const by = liveAt > now ? liveAt : now
    const isLast = !(await hasEnglish(tx, { id: asked.article_id, by, except: id }))
    if (isLast && (slug !== null || (await hasOthers(tx, asked.article_id)))) {
      throw new Refusal('article_english')
    }
  }
  await transition(tx, versionStates, { id }, 'withdraw', { now })
  publish(tx, { to: 'everyone', kind: 'article.published' })
  return { subject: subjectOf(asked.article_id, version.language as Language) }
}

/** Takes a whole article off, or puts it back. Pages that screens lead to stay. */
export async function showArticle(
  tx: Tx,
  { id, shown, now }: { id: number; shown: boolean; now: Date },
): Promise<void> {
  const { slug, state } = await lockArticle(tx, id)
  if (slug !== null) throw new Refusal('article_fixed')
  const event = shown ? 'put back' : 'take off'
  if (!articleStates.allows(state, event)) throw new Refusal('article_changed')
  await transition(tx, articleStates, { id }, event, { now })
  publish(tx, { to: 'everyone', kind: 'article.published' })
}

async function hasEnglish(
  tx: Tx,
  { id, by, except = 0 }: { id: number; by: Date; except?: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('article_version')
    .select('id')
    .where('article_id', '=', id)
    .where('language', '=', 'en')
    .where('state', '=', 'published')
    .where('live_at', '<=', by)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function hasOthers(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('article_version')
    .select('id')
    .where('article_id', '=', id)
    .where('language', '<>', 'en')
    .where('state', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
