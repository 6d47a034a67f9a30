import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { CountryField } from '#forms/CountryField.tsx'
import { Form } from '#forms/Form.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { useContact } from '#screens/security/useContact.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

type State = Answer<'/security/state'>

export function MailScreen() {
  const t = useText()
  return (
    <ContactPage title={t('security.mail')}>
      {(state) => <MailForm key={state.mail} state={state} />}
    </ContactPage>
  )
}

export function PhoneScreen() {
  const t = useText()
  return (
    <ContactPage title={t('security.phone')}>
      {(state) => <PhoneForm key={state.mobile} state={state} />}
    </ContactPage>
  )
}

function ContactPage({
  title,
  children,
}: {
  title: string
  children: (state: State) => React.ReactNode
}) {
  const state = useCall('/security/state')
  return (
    <Page title={title}>
      <Loaded query={state} skeleton={<Skeleton className="h-80" />}>
        {(known) => (known.mail_proved || known.mobile_proved ? children(known) : <VerifyFirst />)}
      </Loaded>
    </Page>
  )
}

/** Nothing was proved yet, so nobody can be asked whether it is they who change it. */
function VerifyFirst() {
  const t = useText()
  return (
    <Banner tone="warn">
      {t('security.contactVerifyFirst')}{' '}
      <AppLink to={paths.account()} className="underline">
        {t('settings.verify')}
      </AppLink>
    </Banner>
  )
}

function MailForm({ state }: { state: State }) {
  const t = useText()
  const contact = useContact('mail')
  const { address, edit, fields } = contact
  return (
    <Form shown={fields.shown} onSubmit={contact.change}>
      <Present address={state.mail} />
      <Field
        label={t('security.newMail')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onChange={(event) => edit({ address: event.target.value }, 'address')}
        error={fields.errors.address}
      />
      <Proof contact={contact} />
      <Button type="submit" busy={contact.busy}>
        {t('security.mailChange')}
      </Button>
    </Form>
  )
}

function PhoneForm({ state }: { state: State }) {
  const t = useText()
  const contact = useContact('phone')
  const { address, country, edit, fields } = contact
  return (
    <Form shown={fields.shown} onSubmit={contact.change}>
      <Present address={state.mobile} />
      <CountryField value={country} onChange={(next) => edit({ country: next }, 'address')} />
      <Field
        label={t('security.newPhone')}
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={32}
        value={address}
        onChange={(event) => edit({ address: event.target.value }, 'address')}
        error={fields.errors.address}
      />
      <Proof contact={contact} />
      <Button type="submit" busy={contact.busy}>
        {t('security.phoneChange')}
      </Button>
    </Form>
  )
}

function Present({ address }: { address: string }) {
  const t = useText()
  return (
    <>
      {address !== '' && <p className="num">{t('security.contactPresent', { address })}</p>}
      <Banner tone="warn">{t('security.contactHolds')}</Banner>
    </>
  )
}

/** The code that went to the new address, and what is wrong with the whole. */
function Proof({ contact }: { contact: ReturnType<typeof useContact> }) {
  const t = useText()
  const { code, sent, isSentHere, edit, send, fields } = contact
  return (
    <>
      <CodeField
        label={t('session.code')}
        name="code"
        value={code}
        onChange={(typed) => edit({ code: typed }, 'code')}
        onSend={send}
        // Another address need not wait for the one before it.
        resendAt={isSentHere ? sent.resendAt : 0}
        error={fields.errors.code}
        hint={isSentHere ? t('session.codeSentTo', { to: sent.sentTo }) : undefined}
      />
      {fields.errors.form && <Banner tone="bad">{fields.errors.form}</Banner>}
    </>
  )
}
