import { CallRefused } from '@btbc/client/client.ts'
import { markFeedbackRead, readFeedback } from '@btbc/contract/feedback.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { clsx } from 'clsx'
import { useEffect } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Thumbnail } from '#screens/feedback/Pictures.tsx'
import { stands } from '#screens/feedback/stands.ts'
import { WriteFeedback } from '#screens/feedback/WriteFeedback.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

type Feedback = Answer<typeof readFeedback>

/** All that was said in one feedback, who answers next, and the place to write more. */
export function Thread({ id }: { id: number }) {
  const t = useText()
  const feedback = useCall(readFeedback, { id }, { enabled: id > 0 })
  const { error } = feedback
  const isMissing = error instanceof CallRefused && error.code === 'feedback_not_found'
  return (
    <Page title={t('feedback.title')}>
      {id === 0 || isMissing ? (
        <div className="card">
          <Empty
            action={
              <AppLink to={paths.feedback()} className="font-semibold text-ac underline">
                {t('feedback.all')}
              </AppLink>
            }
          >
            {t('feedback.notFound')}
          </Empty>
        </div>
      ) : (
        <Loaded query={feedback} skeleton={<Skeleton className="h-100" />}>
          {(found) => <Said feedback={found} />}
        </Loaded>
      )}
    </Page>
  )
}

function Said({ feedback }: { feedback: Feedback }) {
  const t = useText()
  const { id, next, messages } = feedback
  const { tone, text, next: turn } = stands[next]
  useMarkRead(feedback)
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <StatusPill tone={tone}>{t(text)}</StatusPill>
        <p>{t(turn)}</p>
        <p className="num text-small text-sub">
          {t('feedback.account', { number: feedback.account_number })}
        </p>
      </div>
      <Section title={t('feedback.said')}>
        <ol aria-live="polite" aria-label={t('feedback.said')} className="card grid gap-3 p-4">
          {messages.map((message) => (
            <li key={`${message.at} ${message.from} ${message.text}`} className="grid">
              <Message message={message} />
            </li>
          ))}
        </ol>
      </Section>
      {next !== 'nobody' && (
        <Section title={t('feedback.add')}>
          <div className="card p-4">
            <WriteFeedback to={id} />
          </div>
        </Section>
      )}
      <div className="card px-4">
        <LinkRow to={paths.feedback()} label={t('feedback.all')} />
      </div>
    </>
  )
}

function Message({ message }: { message: Feedback['messages'][number] }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { from, text, pics, at } = message
  const isOwn = from === 'member'
  return (
    <div
      className={clsx(
        'grid w-fit max-w-[85%] gap-1 rounded-control px-3 py-2',
        isOwn ? 'ml-auto bg-s3' : 'bg-s2',
      )}
    >
      {text !== '' && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {pics.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pics.map((id, place) => (
            <li key={id}>
              <Thumbnail id={id} number={place + 1} />
            </li>
          ))}
        </ul>
      )}
      <p className="num text-label text-sub">
        {isOwn ? t('feedback.you') : 'BTBC'} · {dateTime(at)}
      </p>
    </div>
  )
}

/** Having it on screen is having read it. */
function useMarkRead({ id, unread }: Feedback): void {
  // A dot that stays until the next visit is no reason to disturb the reader.
  const { mutate } = useSend(markFeedbackRead, { quiet: true })
  useEffect(() => {
    if (unread) mutate({ request: { id } })
  }, [id, unread, mutate])
}
