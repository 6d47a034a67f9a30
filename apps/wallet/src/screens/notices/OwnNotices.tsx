import { listOwnNotices, markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { send } from '#api/call.ts'
import { useKeyedPages } from '#api/pages.ts'
import { useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { NoticeRow } from '#screens/notices/NoticeRow.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

const PER_PAGE = 20

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

function useOwnNotices() {
  return useKeyedPages({
    call: listOwnNotices,
    limit: PER_PAGE,
    readPage: async (before: number | undefined, signal) => {
      const asked = { limit: PER_PAGE, ...(before && { before }) }
      const { list, more } = await send(listOwnNotices, asked, { signal })
      return { list, next: more ? list.at(-1)?.id : null }
    },
  })
}
