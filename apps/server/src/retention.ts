import { sql } from 'kysely'

import { IDLE_MS } from '#modules/operator/operator-session.ts'
import { PASSING, REMEMBERED } from '#modules/session/session.ts'
import { VISIT_MS } from '#modules/team/invites.ts'
import type { Kept } from '#platform/retention.ts'

/**
 * What is forgotten, and when; docs/OPERATING.md says the same. Whatever tells where money went is not
 * here: it stays.
 */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export const kept: readonly Kept[] = [
  { table: 'session', column: 'expires_at', keepMs: 0, by: 'wallNow' },
  { table: 'session', column: 'last_seen_at', keepMs: REMEMBERED.idleMs, by: 'wallNow' },
  {
    table: 'session',
    column: 'last_seen_at',
    keepMs: PASSING.idleMs,
    by: 'wallNow',
    where: sql`not remember`,
  },
  { table: 'operator_session', column: 'expires_at', keepMs: 0, by: 'wallNow' },
  { table: 'operator_session', column: 'last_seen_at', keepMs: IDLE_MS, by: 'wallNow' },
  { table: 'captcha', column: 'expires_at', keepMs: 0, by: 'wallNow' },
  { table: 'step_up', column: 'expires_at', keepMs: HOUR_MS, by: 'wallNow' },
  { table: 'login_failure', column: 'last_at', keepMs: 2 * HOUR_MS, by: 'wallNow' },
  // Longer than any limit counts.
  { table: 'code', column: 'created_at', keepMs: 25 * HOUR_MS, by: 'wallNow' },
  { table: 'withdrawal_quote', column: 'expires_at', keepMs: 0, by: 'now' },
  { table: 'visit', column: 'created_at', keepMs: VISIT_MS, by: 'now' },
  { table: 'idempotency', column: 'created_at', keepMs: 30 * DAY_MS, by: 'wallNow' },
  { table: 'outbox', column: 'created_at', keepMs: 30 * DAY_MS, by: 'wallNow' },
  { table: 'api_key_use', column: 'minute', keepMs: 90 * DAY_MS, by: 'wallNow' },
  // The provider repeats itself for days at the most, and what it repeats is asked for anew anyway.
  { table: 'gateway_event', column: 'at', keepMs: 90 * DAY_MS, by: 'now' },
]
