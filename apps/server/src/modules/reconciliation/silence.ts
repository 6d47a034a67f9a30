import type { Db, Tx } from '@btbc/database/database.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import type { Clock } from '#platform/clock.ts'
import { callOperators } from '#modules/operator/index.ts'
import type { Sweep } from '#platform/jobs.ts'
import { APART_MS, isToCome, wasWithin } from '#platform/recent.ts'

/**
 * Nobody sees from a comparison that it was the last one. What was not heard of for five minutes is not
 * known, whatever was found then. By the clock on the wall: the time machine makes nothing old. Where that
 * was set back, what was heard before is not known either.
 */

const OLD_AFTER_MS = 5 * MINUTE_MS

export function isOld(heardAt: Date, wallNow: Date): boolean {
  return !wasWithin(OLD_AFTER_MS, heardAt, wallNow)
}

/** What of the outside is not heard of any more, for the Overview. */
export async function listSilences(tx: Tx, wallNow: Date) {
  const rows = await tx
    .selectFrom('reconciliation')
    .select((row) => [
      'source',
      row.fn.min('heard_at').as('heardAt'),
      row.fn.min('block').as('block'),
    ])
    .groupBy('source')
    .execute()
  const alerts = []
  for (const { source, heardAt, block } of rows) {
    if (!isOld(heardAt, wallNow)) continue
    const text =
      source === 'chain'
        ? `The chain was last compared at block ${block}, ${sayAgo(heardAt, wallNow)}: ${await describeWorks(tx)}`
        : `${source} answered last ${sayAgo(heardAt, wallNow)}`
    alerts.push({ kind: 'standstill' as const, text, at: heardAt })
  }
  return alerts
}

function sayAgo(at: Date, wallNow: Date): string {
  if (isToCome(at, wallNow)) return 'before the clock was set back'
  return `${Math.floor((wallNow.getTime() - at.getTime()) / MINUTE_MS)} minutes ago`
}

/** The one that stands furthest behind is the one to look at. */
async function describeWorks(tx: Tx): Promise<string> {
  const works = await tx.selectFrom('chain_progress').selectAll().orderBy('block').execute()
  return works.map(({ work, block }) => `${work} at ${block}`).join(', ')
}

/**
 * Mails operators once about each silence; not while a server that was down, or whose clock was set
 * back, has only just begun. By the wall as it is, which whatever was heard has been written by.
 */
export function callAboutSilence(clock: Clock): Sweep {
  let since = clock.wallNow()
  let last = since
  return {
    name: 'call about a silence',
    async run(tx) {
      const wallNow = clock.wallNow()
      if (isToCome(last, wallNow)) since = wallNow
      last = wallNow
      return isOld(since, wallNow) ? await callOnce(tx, wallNow) : 0
    },
  }
}

async function callOnce(tx: Tx, wallNow: Date): Promise<number> {
  const old = await tx
    .updateTable('reconciliation')
    .set({ called_at: wallNow })
    .where((row) =>
      row.or([
        row('heard_at', '<=', new Date(wallNow.getTime() - OLD_AFTER_MS)),
        row('heard_at', '>', new Date(wallNow.getTime() + APART_MS)),
      ]),
    )
    .where('called_at', 'is', null)
    .returning('source')
    .execute()
  if (old.length === 0) return 0
  const texts = (await listSilences(tx, wallNow)).map(({ text }) => text)
  const text = `${texts.join('.\n')}.\nWhether books and outside agree is not known until they are compared again.`
  await callOperators(tx, { subject: 'books and outside are not compared', text, now: wallNow })
  return 1
}

export type BooksHealth = 'agree' | 'differ' | 'unknown'

/** In a word, for what watches the server. */
export async function readBooksHealth(db: Db, wallNow: Date): Promise<BooksHealth> {
  const rows = await db.selectFrom('reconciliation').select(['agrees', 'heard_at']).execute()
  if (rows.some(({ agrees }) => !agrees)) return 'differ'
  const isKnown = rows.length > 0 && rows.every((row) => !isOld(row.heard_at, wallNow))
  return isKnown ? 'agree' : 'unknown'
}
