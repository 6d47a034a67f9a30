import { setTimeout as sleep } from 'node:timers/promises'

import { openApart, urlOf } from '@btbc/database/database.ts'

import { defineModule } from '#module.ts'
import { singleFlight } from '#platform/background.ts'

import { bookWatch, stopsTold } from './book-watch.ts'
import { callAboutClock } from './clock-alarm.ts'
import { serveReconciliation } from './reconciliation.routes.ts'
import { withdrawalResume } from './resuming.ts'
import { callAboutSilence, readBooksHealth } from './silence.ts'
import { wholeAudit } from './whole-audit.ts'

/** How long the database may take to say how the books are. */
const HEALTH_MS_MAX = 3000

export const reconciliationModule = defineModule({
  calls: ({ serveOperator }, { reconciler, chain }) =>
    serveReconciliation(serveOperator, { reconciler, chain }),
  proposals: () => [withdrawalResume],
  async routes(app, { db, clock, exchange, pictureWatch }) {
    // However busy the house is: what is asked here is whether its database answers.
    const apart = openApart(urlOf(db))
    app.addHook('onClose', () => apart.destroy())
    const read = singleFlight(() => readBooksHealth(apart, clock.wallNow()))
    type Asked = { Querystring: { markets?: string } }
    // There are those who look with HEAD, and would be told by the page of the app that all is well.
    app.get<Asked>('/health', { exposeHeadRoute: true }, async ({ query }, reply) => {
      const late = sleep(HEALTH_MS_MAX, undefined, { ref: false })
      const books = await Promise.race([read().catch(() => undefined), late])
      // Whoever spreads calls over several servers sends them to one that reaches the database.
      if (books === undefined)
        return await reply.code(503).send({ status: 'unavailable', books: 'unknown' })
      const pictures = pictureWatch.isAnyMissing() ? { pictures: 'missing' } : {}
      const said = { status: 'ok', books, ...pictures }
      if (query.markets === undefined) return said
      // Whoever sends orders to the one of several servers that takes them goes by the status.
      const isHere = exchange.isOpen()
      const markets = isHere ? 'here' : 'elsewhere'
      return await reply.code(isHere ? 200 : 503).send({ ...said, markets })
    })
  },
  sweeps: ({ clock }) => [callAboutSilence(clock), callAboutClock(clock)],
  // In a line of its own: large books take their time.
  outside: (house) => [
    house.reconciler.rails,
    bookWatch(house),
    stopsTold(house.exchange),
    wholeAudit({ ...house, hasChain: house.chain !== undefined }),
  ],
  afterSigning: ({ reconciler }) => [reconciler.custody],
})
