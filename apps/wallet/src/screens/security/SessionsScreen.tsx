import { listSessions, revokeSession } from '@btbc/contract/session.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useErrorText, useSend } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Page } from '#shell/Page.tsx'

type Session = Answer<typeof listSessions>['list'][number]

/** Every device that is logged in; another one can be logged out from here. */
export function SessionsScreen() {
  const t = useText()
  const sessions = useCall(listSessions)
  const ending = useReview<Session>()
  return (
    <Page title={t('settings.sessions')}>
      <Loaded query={sessions} skeleton={<Skeleton className="h-40" />}>
        {({ list }) => (
          <ul className="grid gap-3">
            {list.map((session) => (
              <SessionCard key={session.id} session={session} onEnd={() => ending.ask(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      {ending.asked && <EndSession key={ending.opening} session={ending.asked} {...ending.sheet} />}
    </Page>
  )
}

function SessionCard({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useText()
  const { dateTime } = useFormats()
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <span className="min-w-0 font-semibold break-words">{session.device}</span>
        {session.current && <StatusPill tone="active">{t('settings.thisDevice')}</StatusPill>}
      </div>
      <KeyValue
        items={[
          { label: t('settings.ip'), value: session.ip },
          { label: t('settings.lastSeen'), value: dateTime(session.last_seen_at) },
          { label: t('settings.loggedIn'), value: dateTime(session.created_at) },
        ]}
      />
      {!session.current && (
        <Button
          variant="ghost"
          size="medium"
          aria-label={t('settings.endSessionOf', { device: session.device })}
          onClick={onEnd}
        >
          {t('settings.endSession')}
        </Button>
      )}
    </li>
  )
}

type EndSessionProps = { session: Session; open: boolean; onOpenChange: (open: boolean) => void }

function EndSession({ session, open, onOpenChange }: EndSessionProps) {
  const t = useText()
  const errorText = useErrorText()
  const revoke = useSend(revokeSession, { quiet: true })
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('settings.endSession')}
      action={t('settings.endSession')}
      danger
      busy={revoke.isPending}
      error={revoke.error ? errorText(revoke.error) : undefined}
      onConfirm={() =>
        revoke.mutate(
          { request: { id: session.id } },
          {
            onSuccess: () => {
              notify(t('settings.sessionEnded'))
              onOpenChange(false)
            },
          },
        )
      }
    >
      <p>{t('settings.endSessionBody')}</p>
    </Confirm>
  )
}
