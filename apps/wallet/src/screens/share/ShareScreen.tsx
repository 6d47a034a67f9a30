import { readProfile } from '@btbc/contract/account.ts'
import { readTeam } from '@btbc/contract/mining.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow, useCopy } from '@btbc/ui/CopyRow.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { Gift, Share2, Users } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { QrTile } from '#content/QrTile.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Team } from '#mining/bonus.ts'
import { paths } from '#paths.ts'
import { stored } from '#storage.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

/** The invite link as a picture, as text, and on its way; and what it brings, with its limits. */
export function ShareScreen() {
  const t = useText()
  const { count } = useFormats()
  const user = useCall(readProfile)
  const code = user.data?.extension_code ?? stored('extension_code')
  const rules = useCall(readTeam)
  const team = rules.data?.team
  return (
    <Page title={t('team.title')}>
      <Loaded query={rules} skeleton={<Skeleton className="mx-auto h-9 w-60" />}>
        {({ team: { invite_launches: starts } }) => (
          <p className="flex items-center justify-center gap-3">
            <Gift size={28} aria-hidden className="text-ac" />
            <span className="num text-amount font-semibold">+{count(starts)}</span>
            <span className="text-mut">{t('team.reward', { starts })}</span>
          </p>
        )}
      </Loaded>
      {code ? (
        <Invitation code={code} />
      ) : (
        <Loaded query={user} skeleton={<ShareSkeleton />}>
          {() => (
            <ErrorBlock busy={user.isFetching} onRetry={() => void user.refetch()}>
              {t('team.noCode')}
            </ErrorBlock>
          )}
        </Loaded>
      )}
      <nav aria-label={t('home.team')} className="card px-4">
        <LinkRow
          to={paths.team()}
          Icon={Users}
          label={
            <>
              {t('team.invited')}
              {team && (
                <span className="num block text-small text-sub">
                  {t('team.invitedActive', { active: count(team.active_direct) })}
                </span>
              )}
            </>
          }
          {...(team && { detail: count(team.direct) })}
        />
      </nav>
      {team && <Rules team={team} />}
    </Page>
  )
}

/** What is promised for who joins now. */
function Rules({ team }: { team: Team }) {
  const t = useText()
  const { invite_launches: starts, invite_runs: runs } = team
  const { invites_paid_a_day: most, invite_lapse_days: days } = team
  return (
    <Section title={t('team.rules')}>
      <ul className="grid list-disc gap-2 pl-5 text-mut">
        <li>{t('team.rewardWhen', { runs })}</li>
        <li>{t('team.rewardDay', { count: most })}</li>
        <li>{t('team.rewardPool', { starts, days })}</li>
      </ul>
    </Section>
  )
}

function Invitation({ code }: { code: string }) {
  const t = useText()
  const link = location.origin + paths.invite(code)
  const canShare = 'share' in navigator
  const copy = useCopy()
  const text = t('team.shareText')
  return (
    <>
      <QrTile value={link} label={t('team.qr')} />
      <div className="grid gap-2">
        <CopyRow label={t('team.link')} value={link} />
        <CopyRow label={t('team.code')} value={code} />
      </div>
      <TestNote>{t('team.shareNote')}</TestNote>
      <Button
        icon={<Share2 size={20} aria-hidden />}
        onClick={() => void (canShare ? share() : copy(`${text} ${link}`))}
      >
        {canShare ? t('team.share') : t('team.shareCopy')}
      </Button>
    </>
  )

  async function share() {
    try {
      await navigator.share({ title: 'BTBC (TEST)', text, url: link })
    } catch (error) {
      // Closing the share panel is an answer, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        await copy(`${text} ${link}`)
    }
  }
}

function ShareSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="mx-auto size-46" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}
