import { listArticles } from '@btbc/contract/news.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { NOTICES } from '#content/categories.ts'
import { NoticeRow } from '#screens/notices/NoticeRow.tsx'

/** What the house has to tell all its members. */
export function HouseNotices() {
  const t = useText()
  const { date } = useFormats()
  const notices = useCall(listArticles, { c_id: NOTICES })
  return (
    <Loaded query={notices} skeleton={<Skeleton className="h-72" />}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty card>{t('notice.nothingNew')}</Empty>
        ) : (
          <ul className="card px-4">
            {list.map(({ id, title, summary, read, create_time: at }) => (
              <NoticeRow
                key={id}
                to={paths.notice(id)}
                title={title}
                text={summary}
                isRead={read}
                at={at}
                shownAt={date(at)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
