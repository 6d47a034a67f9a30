import { markNoticeRead } from '@btbc/contract/account.ts'
import { listArticles, readArticle } from '@btbc/contract/news.ts'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { idIn, paths } from '#paths.ts'
import { ArticleMissing, ArticlePage } from '#content/ArticlePage.tsx'
import { NOTICES } from '#content/categories.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

/** One notice. Having it on screen is having read it. */
export function NoticeScreen() {
  const { id: text } = useParams({ strict: false })
  const id = idIn(text)
  if (id === undefined) return <ArticleMissing back={paths.notices()} />
  return <Notice id={id} />
}

function Notice({ id }: { id: number }) {
  const t = useText()
  const { data: notices } = useCall(listArticles, { c_id: NOTICES }, { enabled: false })
  const known = notices?.list.find((notice) => notice.id === id)
  useMarkRead(id)
  return (
    <ArticlePage
      ask={{ id }}
      heading={known?.title ?? t('notice.one')}
      dated
      back={paths.notices()}
    >
      <div className="card px-4">
        <LinkRow to={paths.notices()} label={t('notice.all')} />
      </div>
    </ArticlePage>
  )
}

function useMarkRead(id: number): void {
  const { isSuccess } = useCall(readArticle, { id })
  // A dot that stays until the next visit is no reason to disturb the reader.
  const { mutate } = useSend(markNoticeRead, { quiet: true })
  useEffect(() => {
    if (isSuccess) mutate({ request: { id } })
  }, [id, isSuccess, mutate])
}
