import type { Serve } from '#http/serve.ts'
import { getArticle, listArticles, markNoticeRead, readHome } from './news.ts'

export function serveNews(serve: Serve): void {
  serve('/news/list', ({ tx, request, caller, language }) =>
    listArticles(tx, {
      request,
      memberId: caller?.memberId,
      language: request.lang ?? language,
    }),
  )
  serve('/news/detail', ({ tx, request, language }) =>
    getArticle(tx, { request, language: request.lang ?? language }),
  )
  serve('/content/home', ({ tx, request, language }) =>
    readHome(tx, { language: request.lang ?? language }),
  )
  serve('/user/notices_read', async ({ tx, request, caller, now }) => {
    await markNoticeRead(tx, { memberId: caller.memberId, id: request.id, now })
    return {}
  })
}
