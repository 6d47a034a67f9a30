import { listApiKeys } from '@btbc/contract/api-key.ts'
import { readSecurity } from '@btbc/contract/security.ts'
import { listSessions } from '@btbc/contract/session.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import {
  Fingerprint,
  Hash,
  LifeBuoy,
  Lock,
  Mail,
  MonitorSmartphone,
  Phone,
  Quote,
  Smartphone,
  TerminalSquare,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Freeze } from '#screens/security/Freeze.tsx'
import { KnownReceivers } from '#screens/security/KnownReceivers.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

type State = Answer<typeof readSecurity>

/** What protects the account, at a glance; each has a page of its own. */
export function SecurityScreen() {
  const t = useText()
  const state = useCall(readSecurity)
  return (
    <Page title={t('settings.security')}>
      <Loaded query={state} skeleton={<Skeleton className="h-96" />}>
        {(known) => (
          <>
            <Waiting state={known} />
            <SigningIn />
            <ReachingYou state={known} />
            <Confirming state={known} />
            <KnownReceivers state={known} />
            <AgainstFraud state={known} />
            <Freeze state={known} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Why withdrawals wait, and until when. */
function Waiting({ state }: { state: State }) {
  const t = useText()
  const { dateTime } = useFormats()
  if (state.frozen_at !== null) return <Banner tone="bad">{t('security.frozenNow')}</Banner>
  if (state.held_until === null) return null
  return (
    <Banner tone="warn">{t('security.heldUntil', { time: dateTime(state.held_until) })}</Banner>
  )
}

function SigningIn() {
  const t = useText()
  const sessions = useCall(listSessions)
  const { count } = useFormats()
  return (
    <Section title={t('security.signingIn')}>
      <div className="card divide-y divide-line px-4">
        <LinkRow to={paths.password()} Icon={Lock} label={t('session.password')} />
        <LinkRow
          to={paths.sessions()}
          Icon={MonitorSmartphone}
          label={t('settings.sessions')}
          {...(sessions.data && { detail: count(sessions.data.total) })}
        />
      </div>
    </Section>
  )
}

/** Where we write to: who reads there resets the password. */
function ReachingYou({ state }: { state: State }) {
  const t = useText()
  return (
    <Section title={t('security.reachingYou')}>
      <div className="card divide-y divide-line px-4">
        <ContactRow
          to={paths.mail()}
          Icon={Mail}
          label={t('security.mail')}
          address={state.mail}
          isProved={state.mail_proved}
        />
        <ContactRow
          to={paths.phone()}
          Icon={Phone}
          label={t('session.phone')}
          address={state.mobile}
          isProved={state.mobile_proved}
        />
      </div>
    </Section>
  )
}

function ContactRow({
  to,
  Icon,
  label,
  address,
  isProved,
}: {
  to: string
  Icon: LucideIcon
  label: string
  address: string
  isProved: boolean
}) {
  const t = useText()
  return (
    <LinkRow
      to={to}
      Icon={Icon}
      label={
        <span className="grid">
          <span>{label}</span>
          {address !== '' && (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-mut">
              <span className="num break-all">{address}</span>
              {!isProved && <StatusPill tone="waiting">{t('settings.notVerified')}</StatusPill>}
            </span>
          )}
        </span>
      }
      detail={address === '' ? t('security.contactAdd') : t('security.contactChange')}
    />
  )
}

function Confirming({ state }: { state: State }) {
  const t = useText()
  const { count } = useFormats()
  const { passkeys, totp, pin, recovery_codes: left } = state
  const hasDevice = passkeys > 0 || totp
  return (
    <Section title={t('security.confirming')}>
      <p className="text-small text-sub">{t('security.confirmingHint')}</p>
      <div className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.passkeys()}
          Icon={Fingerprint}
          label={t('security.passkeys')}
          detail={<OnOff on={passkeys > 0}>{passkeys > 0 ? count(passkeys) : undefined}</OnOff>}
        />
        <LinkRow
          to={paths.authenticator()}
          Icon={Smartphone}
          label={t('security.authenticatorApp')}
          detail={<OnOff on={totp} />}
        />
        <LinkRow
          to={paths.fundPin()}
          Icon={Hash}
          label={t('security.fundPin')}
          detail={<OnOff on={pin} />}
        />
        {hasDevice && (
          <LinkRow
            to={paths.recoveryCodes()}
            Icon={LifeBuoy}
            label={t('security.recoveryCodes')}
            detail={
              <StatusPill tone={left > 2 ? 'good' : 'waiting'}>
                {t('security.codesLeft', { count: left })}
              </StatusPill>
            }
          />
        )}
      </div>
    </Section>
  )
}

function AgainstFraud({ state }: { state: State }) {
  const t = useText()
  const { count } = useFormats()
  const keys = useCall(listApiKeys)
  const inUse = keys.data?.length ?? 0
  return (
    <Section title={t('security.mailsAndPrograms')}>
      <div className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.phrase()}
          Icon={Quote}
          label={t('security.phrase')}
          detail={<OnOff on={state.phrase !== ''} />}
        />
        <LinkRow
          to={paths.apiKeys()}
          Icon={TerminalSquare}
          label={t('security.apiKeys')}
          {...(keys.data && {
            detail: <OnOff on={inUse > 0}>{inUse > 0 ? count(inUse) : undefined}</OnOff>,
          })}
        />
      </div>
    </Section>
  )
}

function OnOff({ on, children }: { on: boolean; children?: ReactNode }) {
  const t = useText()
  return (
    <StatusPill tone={on ? 'good' : 'idle'}>
      {children ?? (on ? t('security.on') : t('security.off'))}
    </StatusPill>
  )
}
