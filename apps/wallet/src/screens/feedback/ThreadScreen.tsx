import { CallRefused } from '@btbc/client/client.ts'
import { markFeedbackRead, readFeedback } from '@btbc/contract/feedback.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useDue } from '#i18n/due.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { idIn, paths } from '#paths.ts'
import { Thumbnail } from '#screens/feedback/Pictures.tsx'
import { stands } from '#screens/feedback/stands.ts'
import { WriteFeedback } from '#screens/feedback/WriteFeedback.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

/** The server says when there is an answer; this is for what was not heard. */
const SYNC_MS = 20_000

type Feedback = Answer<typeof readFeedback>

/** All that was said in one feedback, who answers next, and the place to write more. */
export function ThreadScreen() {
  const t = useText()
  const id = idIn(useParams({ strict: false }).id) ?? 0
  const feedback = useCall(
    readFeedback,
    { id },
    {
      enabled: id > 0,
      refetchInterval: ({ state: { data } }) => (data && data.next !== 'nobody' ? SYNC_MS : false),
    },
  )
  const { error } = feedback
  const isMissing = error instanceof CallRefused && error.code === 'feedback_not_found'
  return (
    <Page title={t('settings.feedback')}>
      {id === 0 || isMissing ? (
        <Empty
          card
          action={
            <AppLink to={paths.feedback()} className={linkClass}>
              {t('feedback.all')}
            </AppLink>
          }
        >
          {t('feedback.notFound')}
        </Empty>
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
  const due = useDue()
  const { id, next, messages, decide_by: by } = feedback
  const { tone, text, next: turn } = stands[next]
  useMarkRead(feedback)
  const list = useRef<HTMLOListElement>(null)
  // What was said last is what one came for.
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <StatusPill tone={tone}>{t(text)}</StatusPill>
        <p>{due(turn, by)}</p>
        <p className="num text-small text-sub">
          {t('feedback.account', { number: feedback.account_number })}
        </p>
      </div>
      <Section title={t('feedback.said')}>
        <div className="card grid gap-3 p-4">
          <Before feedback={feedback} />
          <ol
            ref={list}
            aria-live="polite"
            aria-label={t('feedback.said')}
            className="grid gap-3 *:scroll-mb-8"
          >
            <Messages messages={messages} />
          </ol>
        </div>
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

/** What was said before, when it is asked for. */
function Before({ feedback: { id, messages, more } }: { feedback: Feedback }) {
  const t = useText()
  const [isAsked, setIsAsked] = useState(false)
  const before = messages[0]?.id
  if (!more || before === undefined) return null
  if (isAsked) return <Earlier id={id} before={before} />
  return (
    <Button variant="ghost" size="medium" onClick={() => setIsAsked(true)}>
      {t('feedback.showEarlier')}
    </Button>
  )
}

function Earlier({ id, before }: { id: number; before: number }) {
  const earlier = useCall(readFeedback, { id, before })
  return (
    <Loaded query={earlier} skeleton={<Skeleton className="h-60" />}>
      {(found) => <Older feedback={found} />}
    </Loaded>
  )
}

function Older({ feedback }: { feedback: Feedback }) {
  const list = useRef<HTMLOListElement>(null)
  // Whoever asked goes on upwards from where they were.
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'center' }), [])
  return (
    <>
      <Before feedback={feedback} />
      <ol ref={list} className="grid gap-3">
        <Messages messages={feedback.messages} />
      </ol>
    </>
  )
}

function Messages({ messages }: Pick<Feedback, 'messages'>) {
  return messages.map((message) => (
    <li key={message.id} className="grid">
      <Message message={message} />
    </li>
  ))
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
