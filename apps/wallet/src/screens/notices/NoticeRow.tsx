import { ChevronRight } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { AppLink } from '#shell/AppLink.tsx'

type NoticeRowProps = {
  to: string
  title: string
  text: string
  isRead: boolean
  at: string
  /** The moment in words. */
  shownAt: string
  onOpen?: () => void
}

/** One notice in a list, with a dot as long as it was not read. */
export function NoticeRow({ to, title, text, isRead, at, shownAt, onOpen }: NoticeRowProps) {
  const t = useText()
  return (
    <li className="border-t border-line first:border-0">
      <AppLink to={to} onClick={onOpen} className="press flex items-center gap-3 py-4">
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex items-baseline gap-2 font-semibold">
            {!isRead && (
              // At the end: titles begin where the others do.
              <span className="order-last ml-auto size-2 shrink-0 -translate-y-px rounded-chip bg-ac">
                <span className="sr-only">{t('notice.unread')}</span>
              </span>
            )}
            {title}
          </span>
          <span className="text-small wrap-anywhere text-mut">{text}</span>
          <time dateTime={at} className="num text-small text-sub">
            {shownAt}
          </time>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
      </AppLink>
    </li>
  )
}
