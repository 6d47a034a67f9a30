import { defineModule } from '#module.ts'

import { bookWatch } from './book-watch.ts'
import { serveReconciliation } from './reconciliation.routes.ts'
import { applyResume } from './resuming.ts'
import { callAboutClock, callAboutStandstill, readBooksHealth } from './standstill.ts'
import { wholeAudit } from './whole-audit.ts'

export const reconciliationModule = defineModule({
  calls: ({ serveOperator }, { reconciler, chain }) =>
    serveReconciliation(serveOperator, { reconciler, chain }),
  effects: { 'withdrawals.resume': applyResume },
  async routes(app, { db, clock }) {
    app.get('/health', { exposeHeadRoute: false }, async () => ({
      status: 'ok',
      books: await readBooksHealth(db, clock.wallNow()).catch(() => 'unknown'),
    }))
  },
  sweeps: ({ clock }) => [callAboutStandstill(clock), callAboutClock(clock)],
  // In a line of its own: large books take their time.
  outside: (house) => [
    house.reconciler.rails,
    bookWatch(house),
    wholeAudit({ ...house, hasChain: house.chain !== undefined }),
  ],
  afterSigning: ({ reconciler }) => [reconciler.custody],
})
