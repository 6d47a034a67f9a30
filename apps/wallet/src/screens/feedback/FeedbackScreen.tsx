import { listFeedback } from '@btbc/contract/feedback.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'

import { type Answer, send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { stands } from '#screens/feedback/stands.ts'
import { Thread } from '#screens/feedback/Thread.tsx'
import { WriteFeedback } from '#screens/feedback/WriteFeedback.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'

const PER_PAGE = 20

/** Writing to the house, and what was written before; one of them by its id. */
export function FeedbackScreen() {
  const t = useText()
  const { id } = useSearch({ strict: false })
  if (id !== undefined) return <Thread id={/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0} />
  return (
    <Page title={t('feedback.title')}>
      <p className="text-mut">{t('feedback.lead')}</p>
      <Section title={t('feedback.write')}>
        <div className="card p-4">
          <WriteFeedback />
        </div>
      </Section>
      <Earlier />
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
      {!pages.data && !pages.error ? (
        <Skeleton className="h-60" />
      ) : (
        <PagedRows pages={pages} card empty={t('feedback.none')}>
          {(feedback) => <Row key={feedback.id} feedback={feedback} />}
        </PagedRows>
      )}
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
      <AppLink to={paths.feedback(id)} className="press flex items-center gap-3 py-3">
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
