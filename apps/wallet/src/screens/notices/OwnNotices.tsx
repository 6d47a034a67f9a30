import { listOwnNotices, markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

import { send } from '#api/call.ts'
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
  if (!pages.data && !pages.error) return <Skeleton className="h-72" />
  return (
    <PagedRows pages={pages} card empty={t('notice.nothingNew')}>
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

/** Page by page, each from the last one of the page before. */
function useOwnNotices() {
  const query = useInfiniteQuery({
    queryKey: [listOwnNotices.path, { limit: PER_PAGE, paged: true }],
    meta: { about: listOwnNotices.about },
    queryFn: ({ pageParam, signal }) =>
      send(
        listOwnNotices,
        { limit: PER_PAGE, ...(pageParam > 0 && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.id : undefined),
  })
  return { ...query, rows: query.data?.pages.flatMap(({ list }) => list) ?? [] }
}
