import { sql } from 'kysely'

import { defineModule } from '#module.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

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
  async routes(app, parts) {
    servePictures(app, parts)
  },
  states: [articleStates, versionStates],
  kept: [
    {
      table: 'article_picture',
      column: 'named_at',
      keepMs: DAY_MS,
      by: 'now',
      // Versions stay for ever, and so does what they show.
      where: sql`not exists (select from article_version version where version.pictures <> '{}'
          and version.pictures @> array[article_picture.name])
        and not exists (select from article where thumbnail = '/media/' || article_picture.name)`,
      everyMs: HOUR_MS,
    },
  ],
})
