import { readStanding } from '@btbc/contract/account.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { WelcomeSheet } from '#components/WelcomeSheet.tsx'
import { NOTICES } from '#content/categories.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** What the house has to tell its members. */
export function NoticesScreen() {
  const t = useText()
  const notices = useCall(listArticles, { c_id: NOTICES })
  return (
    <Page title={t('notice.title')}>
      <Loaded query={notices} skeleton={<Skeleton className="h-72" />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty>{t('notice.nothingNew')}</Empty>
          ) : (
            <ul className="card divide-y divide-line">
              {list.map((notice) => (
                <li key={notice.id}>
                  <NoticeRow notice={notice} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <WelcomeAgain />
    </Page>
  )
}

/** What every new member was told once can be read again. */
function WelcomeAgain() {
  const t = useText()
  const isWelcomed = useCall(readStanding).data?.welcomed === true
  const [open, setOpen] = useState(false)
  if (!isWelcomed) return null
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('notice.welcomeGrant')}
      </Button>
      <WelcomeSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function NoticeRow({ notice }: { notice: Answer<typeof listArticles>['list'][number] }) {
  const t = useText()
  const formats = useFormats()
  return (
    <AppLink to={paths.notice(notice.id)} className="press flex items-center gap-3 p-4">
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex items-baseline gap-2 font-semibold">
          {!notice.read && (
            <span className="size-2 shrink-0 -translate-y-px rounded-chip bg-ac">
              <span className="sr-only">{t('notice.unread')}</span>
            </span>
          )}
          {notice.title}
        </span>
        <span className="text-small text-mut">{notice.summary}</span>
        <time dateTime={notice.create_time} className="num text-small text-sub">
          {formats.date(notice.create_time)}
        </time>
      </span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
    </AppLink>
  )
}
