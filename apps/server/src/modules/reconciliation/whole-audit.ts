import type { Db, Tx } from '@btbc/database/database.ts'
import { auditParts, type Finding } from '@btbc/ledger/audit.ts'

import type { HouseAudit } from '#module.ts'
import { callOperators, checkAuditLog } from '#modules/operator/index.ts'
import type { Clock } from '#platform/clock.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { everyCurrency, type Found, stopWhatIsWrong } from './book-stops.ts'

/**
 * What `npm run audit` finds, found each hour while the house is at work: by one server, one rule at a
 * time, with a rest after each that is ten times as long as the rule took. What it finds for the first
 * time stops what it concerns. Books are never rewritten, so it may be found for ever: once it was
 * looked at, it stays on the Overview and stops nothing more.
 */

const EVERY_MS = HOUR_MS
const REST_PER_WORK = 10
/** Large books take their hours; a server that died in the midst of them takes one more. */
const OLD_AFTER_MS = 12 * HOUR_MS
const FINDINGS_KEPT_MAX = 500

type Parts = { clock: Clock; audits: readonly HouseAudit[]; hasChain: boolean }

export function wholeAudit(parts: Parts): Chore {
  const { clock } = parts
  let steps: readonly HouseAudit[] = []
  let found: readonly Found[] = []
  let restsUntil = 0
  return {
    name: 'audit the books',
    async run(db) {
      const wall = clock.wallNow()
      if (steps.length === 0) {
        if (!(await begin(db, wall))) return
        steps = stepsOf(parts)
        found = []
        restsUntil = 0
      }
      if (wall.getTime() < restsUntil) return
      const [step, ...later] = steps
      const started = performance.now()
      // What cannot be looked at or written down is tried again.
      restsUntil = wall.getTime() + MINUTE_MS
      const foundYet = [...found, ...(step ? await lookAt(db, step) : [])]
      if (later.length === 0) await end(db, foundYet, clock)
      restsUntil = wall.getTime() + (performance.now() - started) * REST_PER_WORK
      found = foundYet
      steps = later
    },
  }
}

function stepsOf({ audits, hasChain }: Parts): HouseAudit[] {
  const ofBooks = auditParts().map((find) => ({ find, concerns: everyCurrency }))
  const ofModules = audits.filter(({ needsChain = false }) => hasChain || !needsChain)
  return [...ofBooks, ...ofModules, { find: auditLog, concerns: everyCurrency }]
}

async function auditLog(db: Db): Promise<Finding[]> {
  const { findings } = await checkAuditLog(db)
  return findings.map((detail) => ({ rule: 'log of operators', detail }))
}

async function lookAt(db: Db, { find, concerns }: HouseAudit): Promise<Found[]> {
  return (await find(db)).map((finding) => ({ ...finding, concerns }))
}

/** Whether it is due, and this server is the one that does it. */
async function begin(db: Db, wallNow: Date): Promise<boolean> {
  const begun = await db
    .updateTable('book_audit')
    .set({ began_at: wallNow })
    .where((row) =>
      row.or([
        row('began_at', 'is', null),
        row('began_at', '<=', new Date(wallNow.getTime() - EVERY_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

async function end(db: Db, found: readonly Found[], clock: Clock): Promise<void> {
  const { findings: known } = await db
    .selectFrom('book_audit')
    .select('findings')
    .executeTakeFirstOrThrow()
  const news = found.filter((each) => !known.includes(lineOf(each)))
  if (news.length > 0) await stopWhatIsWrong(db, news, clock)
  await db.transaction().execute(async (tx) => {
    const lines = found.map(lineOf).slice(0, FINDINGS_KEPT_MAX)
    const wallNow = clock.wallNow()
    await tx.updateTable('book_audit').set({ ended_at: wallNow, findings: lines }).execute()
    if (news.length === 0) return
    await callOperators(tx, {
      subject: `the audit found ${news.length} things that are wrong`,
      text: `${news.map(lineOf).join('.\n')}.\nThey stay on the Overview for as long as they are found.`,
      now: wallNow,
    })
  })
}

function lineOf({ rule, detail }: Finding): string {
  return `${rule}: ${detail}`
}

/** What the last audit found, or that it is long ago, for the Overview. */
export async function listAuditAlerts(tx: Tx, wallNow: Date) {
  const { ended_at: endedAt, findings } = await tx
    .selectFrom('book_audit')
    .select(['ended_at', 'findings'])
    .executeTakeFirstOrThrow()
  const found = findings.map((text) => ({ kind: 'audit' as const, text, at: endedAt }))
  if (endedAt === null || endedAt.getTime() >= wallNow.getTime() - OLD_AFTER_MS) return found
  const text = 'The books were last audited as a whole more than twelve hours ago'
  return [...found, { kind: 'standstill' as const, text, at: endedAt }]
}
