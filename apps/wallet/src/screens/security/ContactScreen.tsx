import { readSecurity } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import type { CountryPair } from '#forms/countries.ts'
import { CountryField, WithOwnCountry } from '#forms/CountryField.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { useContact } from '#screens/security/useContact.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

type State = Answer<typeof readSecurity>

const skeleton = <Skeleton className="h-80" />

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
    <ContactPage title={t('session.phone')}>
      {(state) => (
        <WithOwnCountry skeleton={skeleton}>
          {(own) => <PhoneForm key={state.mobile} state={state} own={own} />}
        </WithOwnCountry>
      )}
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
  const state = useCall(readSecurity)
  return (
    <Page title={title}>
      <Loaded query={state} skeleton={skeleton}>
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
  const { form } = contact
  return (
    <Form shown={form.shown} onSubmit={contact.change}>
      <Present address={state.mail} />
      <Field
        label={t('security.newMail')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('address')}
      />
      <Proof contact={contact} />
      <Button type="submit" busy={form.busy}>
        {t('security.mailChange')}
      </Button>
    </Form>
  )
}

function PhoneForm({ state, own }: { state: State; own: CountryPair | undefined }) {
  const t = useText()
  const contact = useContact('phone', own)
  const { form, country } = contact
  return (
    <Form shown={form.shown} onSubmit={contact.change}>
      <Present address={state.mobile} />
      <CountryField
        value={country}
        onChange={(chosen) => form.edit({ ...chosen, address: form.values.address })}
      />
      <Field
        label={t('security.newPhone')}
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={32}
        {...inLatinDigits(form.field('address'))}
      />
      <Proof contact={contact} />
      <Button type="submit" busy={form.busy}>
        {t(state.mobile === '' ? 'security.phoneAdd' : 'security.phoneChange')}
      </Button>
    </Form>
  )
}

function Present({ address }: { address: string }) {
  const t = useText()
  return (
    <>
      {address !== '' && <p className="num">{t('security.contactPresent', { address })}</p>}
      <Banner tone="warn">
        {t(address === '' ? 'security.contactHoldsFirst' : 'security.contactHolds')}
      </Banner>
    </>
  )
}

/** The code that went to the new address, and what is wrong with the whole. */
function Proof({ contact }: { contact: ReturnType<typeof useContact> }) {
  const t = useText()
  const { form, isSentHere, send } = contact
  const { values, edit, errors } = form
  return (
    <>
      <CodeField
        label={t('session.code')}
        name="code"
        value={values.code}
        onChange={(code) => edit({ code })}
        onSend={send}
        // Another address need not wait for the one before it.
        resendAt={isSentHere ? values.resendAt : 0}
        error={errors.code}
        hint={isSentHere ? t('session.codeSentTo', { to: values.sentTo }) : undefined}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
    </>
  )
}
