import { defineModule } from '#module.ts'

import { sql } from 'kysely'

import { HOUR_MS } from '#platform/durations.ts'

import { PASSING, REMEMBERED } from './session.ts'
import { serveCaptcha, serveSession } from './session.routes.ts'

export const sessionModule = defineModule({
  calls: ({ serve }, { config, passwords }) => serveSession(serve, { config, passwords }),
  routes: async (app, parts) => serveCaptcha(app, parts),
  kept: [
    { table: 'session', column: 'expires_at', keepMs: 0, by: 'wallNow' },
    { table: 'session', column: 'last_seen_at', keepMs: REMEMBERED.idleMs, by: 'wallNow' },
    {
      table: 'session',
      column: 'last_seen_at',
      keepMs: PASSING.idleMs,
      by: 'wallNow',
      where: sql`not remember`,
    },
    { table: 'captcha', column: 'expires_at', keepMs: 0, by: 'wallNow' },
    // Longer than any limit counts.
    { table: 'code', column: 'created_at', keepMs: 25 * HOUR_MS, by: 'wallNow' },
    { table: 'login_failure', column: 'last_at', keepMs: 2 * HOUR_MS, by: 'wallNow' },
  ],
})
