import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { NoticeRow } from '#screens/notices/NoticeRow.tsx'
import { useOwnNotices } from '#screens/notices/useOwnNotices.ts'
import { PagedRows } from '#shell/PagedRows.tsx'

/** What the member was told about their account; where one leads is where it was read. */
export function OwnNotices() {
  const t = useText()
  const { dateTime } = useFormats()
  const pages = useOwnNotices()
  // A dot that stays until the next visit is no reason to disturb the reader.
  const { mutate } = useSend(markOwnNoticesRead, { quiet: true })
  return (
    <PagedRows
      pages={pages}
      card
      skeleton={<Skeleton className="h-72" />}
      empty={t('notice.nothingNew')}
    >
      {({ id, title, text, at, read, link = paths.notices() }) => (
        <NoticeRow
          key={id}
          to={link}
          title={title}
          text={text}
          isRead={read}
          at={at}
          shownAt={dateTime(at)}
          onOpen={() => {
            if (!read) mutate({ request: { ids: [id] } })
          }}
        />
      )}
    </PagedRows>
  )
}
