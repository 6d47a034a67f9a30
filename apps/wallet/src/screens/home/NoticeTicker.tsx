import { readHomeContent } from '@btbc/contract/news.ts'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

const CHANGE_MS = 5000

/** The newest notices, one after the other; it rests under a finger, a pointer or the focus. */
export function NoticeTicker() {
  const t = useText()
  const notices = useCall(readHomeContent).data?.ticker ?? []
  const [place, setPlace] = useState(0)
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (resting) return undefined
    const timer = setInterval(() => setPlace((last) => last + 1), CHANGE_MS)
    return () => clearInterval(timer)
  }, [resting])
  const notice = notices[place % Math.max(notices.length, 1)]
  return (
    <AppLink
      to={paths.notices()}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      className="press flex min-h-11 min-w-0 flex-1 items-center gap-2 text-small text-mut"
    >
      <Bell size={16} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('home.notices')}: </span>
      <span key={notice?.id} className="ticker-in truncate">
        {notice?.title ?? t('home.notices')}
      </span>
    </AppLink>
  )
}
