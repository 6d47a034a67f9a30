import { listArticles, type readArticle } from '@btbc/contract/news.ts'
import { useParams } from '@tanstack/react-router'

import type { Ask } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { idIn, paths } from '#paths.ts'
import { ArticleMissing, ArticlePage } from '#content/ArticlePage.tsx'
import { NEWS } from '#content/categories.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

/** Pages that stand in no list and have no address of their own. */
const pages = ['rules', 'activities'] as const

/** /Info/304, or /Info/rules. */
export function ArticleScreen() {
  const t = useText()
  const { id: text } = useParams({ strict: false })
  // Only what the list already has: its title saves the heading from changing.
  const { data: news } = useCall(listArticles, { c_id: NEWS }, { enabled: false })
  const ask = readAsk(text)
  if (!ask) return <ArticleMissing back={paths.market()} />
  const known = news?.list.find(({ id }) => id === ask.id)
  return (
    <ArticlePage
      ask={ask}
      heading={known?.title ?? t('content.announcements')}
      dated={ask.slug === undefined}
      back={paths.market()}
    >
      <div className="card px-4">
        <LinkRow to={paths.market()} label={t('content.allAnnouncements')} />
      </div>
    </ArticlePage>
  )
}

function readAsk(text: string | undefined): Ask<typeof readArticle> | undefined {
  const slug = pages.find((page) => page === text)
  if (slug) return { slug }
  const id = idIn(text)
  return id === undefined ? undefined : { id }
}
