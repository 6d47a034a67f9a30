import { defineModule } from '#module.ts'

import { seedContent } from './news.publish.ts'
import { serveNews } from './news.routes.ts'

export const newsModule = defineModule({
  async seed({ db, clock }) {
    await db.transaction().execute(async (tx) => await seedContent(tx, clock.now()))
    return []
  },
  calls: (calls) => serveNews(calls),
})
