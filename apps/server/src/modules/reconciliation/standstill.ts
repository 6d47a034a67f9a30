import type { Db, Tx } from '@btbc/database/database.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import type { Clock } from '#platform/clock.ts'
import { callOperators } from '#modules/operator/index.ts'
import type { Sweep } from '#platform/jobs.ts'

/**
 * Nobody sees from a comparison that it was the last one. What was not heard of for five minutes is not
 * known, whatever was found then. By the clock on the wall: the time machine makes nothing old.
 */

const OLD_AFTER_MS = 5 * MINUTE_MS

export function isOld(heardAt: Date, wallNow: Date): boolean {
  return heardAt.getTime() < wallNow.getTime() - OLD_AFTER_MS
}

/** What of the outside is not heard of any more, for the Overview. */
export async function listStandstills(tx: Tx, wallNow: Date) {
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
        ? `The chain was last compared at block ${block}, ${minutesSince(heardAt, wallNow)} minutes ago: ${await describeWorks(tx)}`
        : `${source} has not answered for ${minutesSince(heardAt, wallNow)} minutes`
    alerts.push({ kind: 'standstill' as const, text, at: heardAt })
  }
  return alerts
}

function minutesSince(at: Date, wallNow: Date): number {
  return Math.floor((wallNow.getTime() - at.getTime()) / MINUTE_MS)
}

/** The one that stands furthest behind is the one to look at. */
async function describeWorks(tx: Tx): Promise<string> {
  const works = await tx.selectFrom('chain_progress').selectAll().orderBy('block').execute()
  return works.map(({ work, block }) => `${work} at ${block}`).join(', ')
}

/** Mails operators once about each standstill; not while a server that was down has only just begun. */
export function callAboutStandstill(clock: Clock): Sweep {
  const since = clock.wallNow()
  return {
    name: 'call about a standstill',
    run: async (tx, { wallNow }) => (isOld(since, wallNow) ? await callOnce(tx, wallNow) : 0),
  }
}

async function callOnce(tx: Tx, wallNow: Date): Promise<number> {
  const old = await tx
    .updateTable('reconciliation')
    .set({ called_at: wallNow })
    .where('heard_at', '<', new Date(wallNow.getTime() - OLD_AFTER_MS))
    .where('called_at', 'is', null)
    .returning('source')
    .execute()
  if (old.length === 0) return 0
  const texts = (await listStandstills(tx, wallNow)).map(({ text }) => text)
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
