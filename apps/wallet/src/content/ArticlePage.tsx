import { CallRefused } from '@btbc/client/client.ts'
import { readArticle } from '@btbc/contract/news.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import type { ReactNode } from 'react'

import type { Ask } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { LinesSkeleton } from '#content/LinesSkeleton.tsx'
import { RichText } from '#content/RichText.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

type ArticlePageProps = {
  ask: Ask<typeof readArticle>
  /** The heading until the article is here. */
  heading: string
  /** News have a day; pages such as the white paper are always of today. */
  dated?: boolean
  /** Where to go when there is no such article. */
  back: string
  children?: ReactNode
}

/** One article on a page of its own. */
export function ArticlePage({ ask, heading, dated = false, back, children }: ArticlePageProps) {
  const formats = useFormats()
  const article = useCall(readArticle, ask)
  if (isMissing(article.error)) return <ArticleMissing back={back} />
  return (
    <Page title={article.data?.title ?? heading}>
      <Loaded query={article} skeleton={<LinesSkeleton />}>
        {({ content, create_time }) => (
          <article className="grid gap-3">
            {dated && (
              <p className="num text-small text-sub">
                <time dateTime={create_time}>{formats.date(create_time)}</time>
              </p>
            )}
            <RichText html={content} />
          </article>
        )}
      </Loaded>
      {children}
    </Page>
  )
}

/** No article at this address, and the way back. */
export function ArticleMissing({ back }: { back: string }) {
  const t = useText()
  return (
    <Page title={t('content.articleMissing')}>
      <Empty
        action={
          <AppLink to={back} className={buttonClass()}>
            {t('content.missingAction')}
          </AppLink>
        }
      >
        {t('content.articleMissingBody')}
      </Empty>
    </Page>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof CallRefused && error.code === 'article_not_found'
}
