import { defineModule } from '#module.ts'

import { articleStates, versionStates } from './article.states.ts'
import { serveArticleDesk } from './desk.routes.ts'
import { servePictureDesk, servePictures } from './pictures.routes.ts'
import { seedContent } from './news.first.ts'
import { serveNews } from './news.routes.ts'

export const newsModule = defineModule({
  async seed({ db, clock }) {
    await db.transaction().execute(async (tx) => await seedContent(tx, clock.now()))
    return []
  },
  calls(calls) {
    serveNews(calls)
    serveArticleDesk(calls.serveOperator)
    servePictureDesk(calls.serveOperator)
  },
  async routes(app, { db }) {
    servePictures(app, db)
  },
  states: [articleStates, versionStates],
})
