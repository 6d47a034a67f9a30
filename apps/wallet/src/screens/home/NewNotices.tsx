import { listArticles } from '@btbc/contract/news.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { useState } from 'react'

import { useCall } from '#api/query.ts'
import { NOTICES } from '#content/categories.ts'
import { putNoticesAway } from '#content/put-away.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

/** What was published since the member joined and they have not read; it can be put away for a session. */
export function NewNotices({ since }: { since: string }) {
  const t = useText()
  const { date } = useFormats()
  const notices = useCall(listArticles, { c_id: NOTICES }).data?.list ?? []
  const [isClosed, setClosed] = useState(false)
  const [notAgain, setNotAgain] = useState(false)
  const unread = notices.filter(({ read, create_time: at }) => !read && at > since)
  function close() {
    if (notAgain) putNoticesAway()
    setClosed(true)
  }
  return (
    <Sheet
      open={unread.length > 0 && !isClosed}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t('home.notices')}
    >
      <div className="grid gap-4">
        <ul className="divide-y divide-line">
          {unread.map(({ id, title, summary, create_time: at }) => (
            <li key={id}>
              <AppLink to={paths.notice(id)} className="press grid gap-1 py-3">
                <span className="font-semibold">{title}</span>
                <span className="text-small text-mut">{summary}</span>
                <time dateTime={at} className="num text-small text-sub">
                  {date(at)}
                </time>
              </AppLink>
            </li>
          ))}
        </ul>
        <Checkbox label={t('home.notAgain')} checked={notAgain} onChange={setNotAgain} />
        <Button onClick={close}>{t('shell.close')}</Button>
      </div>
    </Sheet>
  )
}
