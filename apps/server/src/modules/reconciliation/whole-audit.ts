import type { Db, Tx } from '@btbc/database/database.ts'
import { auditAtOneMoment, auditParts, type Finding } from '@btbc/ledger/audit.ts'

import type { HouseAudit } from '#module.ts'
import { callOperators, checkAuditLog } from '#modules/operator/index.ts'
import type { Clock } from '#platform/clock.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'
import { APART_MS, isToCome, wasWithin } from '#platform/recent.ts'

import { everyCurrency, type ScopedFinding, stopWhatIsWrong } from './book-stops.ts'

/**
 * What `npm run audit` finds, found each hour while the house is at work: by one server, one rule at a
 * time, with a rest after each that is ten times as long as the rule took. What it finds for the first
 * time stops what it concerns. Books are never rewritten, so it may be found for ever: once it was
 * looked at, it stays on the Overview and stops nothing more.
 */

const EVERY_MS = HOUR_MS
const REST_PER_WORK = 10
/** What fails as often as this one after the other is left out, and is a finding itself. */
const TRIES_MAX = 3
/** Large books take their hours; a server that died in the midst of them takes one more. */
const OLD_AFTER_MS = 12 * HOUR_MS
const FINDINGS_KEPT_MAX = 500
const LOG = { of: 'log', rule: 'log of operators' }

type Parts = { clock: Clock; audits: readonly HouseAudit[]; hasChain: boolean }

export function wholeAudit(parts: Parts): Chore {
  const { clock } = parts
  /** What is left of the audit that is under way, if one is. */
  let steps: readonly HouseAudit[] | undefined
  let found: readonly ScopedFinding[] = []
  let failures = 0
  let restedAt: Date | undefined
  let restMs = 0
  return {
    name: 'audit the books',
    async run(db) {
      const wall = clock.wallNow()
      if (!steps) {
        if (!(await begin(db, wall))) return
        steps = stepsOf(parts)
        found = []
        failures = 0
        restedAt = undefined
      }
      if (wasWithin(restMs, restedAt, wall)) return
      const [step, ...later] = steps
      const started = performance.now()
      // What cannot be looked at or written down is tried again.
      restedAt = wall
      restMs = MINUTE_MS
      if (!step) {
        await end(db, found, clock)
        steps = undefined
        return
      }
      const foundHere = await lookAt(db, step).catch((error: unknown) => {
        failures += 1
        if (failures < TRIES_MAX) throw error
        return [unseen(step)]
      })
      found = [...found, ...foundHere]
      steps = later
      failures = 0
      // What was found waits for nothing when all was looked at.
      restMs = later.length === 0 ? 0 : (performance.now() - started) * REST_PER_WORK
    },
  }
}

function stepsOf({ audits, hasChain }: Parts): HouseAudit[] {
  const ofBooks = auditParts().map((part) => ({ ...part, concerns: everyCurrency }))
  const ofModules = audits.filter(({ needsChain = false }) => hasChain || !needsChain)
  // The log first: of what is found only so much is kept.
  return [{ of: LOG.of, find: auditLog, concerns: everyCurrency }, ...ofBooks, ...ofModules]
}

async function auditLog(db: Db): Promise<Finding[]> {
  const { findings } = await auditAtOneMoment(db, checkAuditLog)
  return findings.map((detail) => ({ rule: LOG.rule, detail }))
}

async function lookAt(db: Db, { find, concerns }: HouseAudit): Promise<ScopedFinding[]> {
  return (await find(db)).map((finding) => ({ ...finding, concerns }))
}

/** That nobody knows whether it is right stops nothing, but somebody has to look why. */
function unseen({ of }: Pick<HouseAudit, 'of'>): ScopedFinding {
  return {
    rule: 'what could not be looked at, as the log of the server says',
    detail: of,
    concerns: [],
  }
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
        // Begun by a clock that was set back since.
        row('began_at', '>', new Date(wallNow.getTime() + APART_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

async function end(db: Db, found: readonly ScopedFinding[], clock: Clock): Promise<void> {
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

/** What the last audit found of the log of operators, or that it could not look. */
export async function lastLookAtLog(tx: Tx) {
  const { ended_at, findings } = await tx
    .selectFrom('book_audit')
    .select(['ended_at', 'findings'])
    .executeTakeFirstOrThrow()
  const isOfLog = (line: string) => line.startsWith(`${LOG.rule}: `) || line === lineOf(unseen(LOG))
  return { checked_at: ended_at, findings: findings.filter(isOfLog) }
}

/** What the last audit found, or that it is long ago, for the Overview. */
export async function listAuditAlerts(tx: Tx, wallNow: Date) {
  const { ended_at: endedAt, findings } = await tx
    .selectFrom('book_audit')
    .select(['ended_at', 'findings'])
    .executeTakeFirstOrThrow()
  const found = findings.map((text) => ({ kind: 'audit' as const, text, at: endedAt }))
  if (endedAt === null || wasWithin(OLD_AFTER_MS, endedAt, wallNow)) return found
  const ago = isToCome(endedAt, wallNow)
    ? 'before the clock was set back'
    : 'more than twelve hours ago'
  const text = `The books were last audited as a whole ${ago}`
  return [...found, { kind: 'standstill' as const, text, at: endedAt }]
}
