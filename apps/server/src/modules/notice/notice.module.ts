import { defineModule } from '#module.ts'
import { deliverMessages } from '#platform/notifications/deliver.ts'
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
    return [
      {
        name: 'send push',
        run: (database, wallNow, signal) => deliverMessages(database, sender, { wallNow, signal }),
        stop: () => sender.close(),
      },
    ]
  },
  kept: [{ table: 'notice', column: 'told_at', keepMs: 180 * DAY_MS, by: 'wallNow' }],
})
