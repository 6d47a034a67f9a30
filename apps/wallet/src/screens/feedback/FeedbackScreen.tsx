import { listFeedback } from '@btbc/contract/feedback.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { Navigate, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'

import { type Answer, send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { stands } from '#screens/feedback/stands.ts'
import { WriteFeedback } from '#screens/feedback/WriteFeedback.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'
import { useBack } from '#shell/useBack.ts'

const PER_PAGE = 20

/** The way to write to the house, and what was written before. */
export function FeedbackScreen() {
  const t = useText()
  const { id } = useSearch({ strict: false })
  // As older links have it.
  if (id !== undefined) return <Navigate to="/feedback/$id" params={{ id }} replace />
  return (
    <Page title={t('settings.feedback')}>
      <p className="text-mut">{t('feedback.lead')}</p>
      <AppLink to={paths.newFeedback()} className={buttonClass()}>
        {t('feedback.write')}
      </AppLink>
      <Earlier />
    </Page>
  )
}

/** A new message to the house. */
export function NewFeedbackScreen() {
  const t = useText()
  const close = useBack()
  return (
    <Page title={t('feedback.write')}>
      <div className="card p-4">
        <WriteFeedback onSent={close} />
      </div>
    </Page>
  )
}

function Earlier() {
  const t = useText()
  const pages = usePages({
    call: listFeedback,
    limit: PER_PAGE,
    readPage: (page, signal) => send(listFeedback, { page, limit: PER_PAGE }, { signal }),
  })
  return (
    <Section title={t('feedback.earlier')}>
      <PagedRows
        pages={pages}
        card
        skeleton={<Skeleton className="h-60" />}
        empty={t('feedback.none')}
      >
        {(feedback) => <Row key={feedback.id} feedback={feedback} />}
      </PagedRows>
    </Section>
  )
}

function Row({ feedback }: { feedback: Answer<typeof listFeedback>['list'][number] }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { id, content, next, unread, create_time: at } = feedback
  const { tone, text } = stands[next]
  return (
    <li className="border-t border-line first:border-0">
      <AppLink to={paths.thread(id)} className="press flex items-center gap-3 py-3">
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="line-clamp-2 font-semibold wrap-anywhere">
            {content === '' ? t('feedback.onlyPictures') : content}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-sub">
            <StatusPill tone={unread ? 'active' : tone}>
              {t(unread ? 'feedback.newAnswer' : text)}
            </StatusPill>
            <time dateTime={at} className="num">
              {dateTime(at)}
            </time>
          </span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
      </AppLink>
    </li>
  )
}
