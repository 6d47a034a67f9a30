import { readFirstPage } from '@btbc/contract/first-page.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useSearch } from '@tanstack/react-router'
import { ChartCandlestick, ScanSearch } from 'lucide-react'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { type Invite, useInvite } from '#joining/useInvite.ts'
import { paths } from '#paths.ts'
import { Figures } from '#screens/first-page/Figures.tsx'
import { LookAround } from '#screens/first-page/LookAround.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const REFRESH_MS = 10_000

/** What this is, in one screen, for somebody who has no account. */
export function FirstPageScreen() {
  const t = useText()
  const { code } = useSearch({ strict: false })
  const invite = useInvite(code)
  const figures = useCall(readFirstPage, {}, { refetchInterval: REFRESH_MS })
  return (
    <Page title={t('firstPage.title')}>
      <p className="-mt-3 text-mut">{t('firstPage.what')}</p>
      {invite && <Invitation invite={invite} />}
      <TestNote>{t('firstPage.promise')}</TestNote>
      <Figures query={figures} />
      <nav aria-label={t('firstPage.without')} className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.market()}
          Icon={ChartCandlestick}
          label={<Named name={t('firstPage.market')} detail={t('firstPage.marketDetail')} />}
        />
        <LinkRow
          to={paths.proof()}
          Icon={ScanSearch}
          label={<Named name={t('firstPage.proof')} detail={t('firstPage.proofDetail')} />}
        />
      </nav>
      <div className="grid grid-cols-2 gap-3">
        <AppLink
          to={paths.register(invite?.known ? invite.code : undefined)}
          className={buttonClass()}
        >
          {t('firstPage.join')}
        </AppLink>
        <AppLink to={paths.login()} className={buttonClass({ variant: 'ghost' })}>
          {t('session.logIn')}
        </AppLink>
        {figures.data?.may_look_around && <LookAround />}
      </div>
    </Page>
  )
}

/** Whose link it was, as soon as the server has said so. */
function Invitation({ invite: { known, inviter, code } }: { invite: Invite }) {
  const t = useText()
  if (!known) return <Banner tone="warn">{t('session.inviteUnknown')}</Banner>
  return (
    <Banner tone="good">
      {inviter !== '' && `${t('session.invitedBy', { name: inviter })} `}
      {t('firstPage.codeKept', { code })}
    </Banner>
  )
}

function Named({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="grid">
      <span className="font-semibold">{name}</span>
      <span className="text-small text-mut">{detail}</span>
    </span>
  )
}
