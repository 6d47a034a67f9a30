import { defineModule } from '#module.ts'
import { sendingChore } from '#platform/notifications/deliver.ts'
import { openPushSender } from '#platform/notifications/push/push-sender.ts'
import { DAY_MS } from '#platform/durations.ts'
import { readSecret } from '#platform/secrets.ts'

import { serveNotices } from './notice.routes.ts'

export const noticeModule = defineModule({
  calls: ({ serve }, { config }) => serveNotices(serve, config.pushOrigin),
  outside({ db, clock, config }) {
    const sender = openPushSender({
      db,
      secret: () => readSecret(db, 'push'),
      contact: `mailto:${/[\w.+-]+@[\w.-]+/.exec(config.mailFrom)?.[0] ?? 'test@btbc.test'}`,
      local: config.pushOrigin,
      wallNow: () => clock.wallNow(),
    })
    return [sendingChore(sender)]
  },
  kept: [{ table: 'notice', column: 'told_at', keepMs: 180 * DAY_MS, by: 'wallNow' }],
})
