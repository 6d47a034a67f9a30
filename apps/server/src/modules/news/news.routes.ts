import { markNoticeRead as markNoticeReadCall } from '@btbc/contract/account.ts'
import {
  listArticles as listArticlesCall,
  readArticle,
  readHomeContent,
} from '@btbc/contract/news.ts'

import type { Serve, ServeDirect } from '#http/serve.ts'
import { getArticle, listArticles, markNoticeRead, readHome } from './news.ts'

export function serveNews({
  serve,
  serveDirect,
}: {
  serve: Serve
  serveDirect: ServeDirect
}): void {
  serve(listArticlesCall, ({ tx, request, caller, language, now }) =>
    listArticles(tx, {
      request,
      now,
      memberId: caller?.memberId,
      language: request.lang ?? language,
    }),
  )
  serve(readArticle, ({ tx, request, language, now }) =>
    getArticle(tx, { request, now, language: request.lang ?? language }),
  )
  serveDirect(readHomeContent, ({ db, request, language, now }) =>
    readHome(db, { now, language: request.lang ?? language }),
  )
  serve(markNoticeReadCall, async ({ tx, request, caller, now }) => {
    await markNoticeRead(tx, { memberId: caller.memberId, id: request.id, now })
    return {}
  })
}
