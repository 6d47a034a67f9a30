import { CallRefused } from '@btbc/client/client.ts'
import { isEasyPin } from '@btbc/contract/pin-rules.ts'
import { readSecurity, removeFundPin, setFundPin } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

/** Six digits beside the sent code, for who has neither passkey nor authenticator. */
export function FundPinScreen() {
  const t = useText()
  const state = useCall(readSecurity)
  return (
    <Page title={t('security.fundPin')}>
      <p className="text-mut">{t('security.pinWhy')}</p>
      <Loaded query={state} skeleton={<Skeleton className="h-60" />}>
        {({ pin }) => (
          <>
            {pin && <InUse />}
            <NewPin isReplaced={pin} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const fieldsOfRefusals = {
  pin_rules: 'pin',
  pin_weak: 'pin',
  password_wrong: 'password',
} as const

function NewPin({ isReplaced }: { isReplaced: boolean }) {
  const t = useText()
  const { form, setPin } = useNewPin()
  const { field, errors } = form
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  return (
    <Form shown={form.shown} onSubmit={setPin}>
      <PasswordField
        label={t('security.newPin')}
        name="pin"
        {...digits}
        {...inLatinDigits(field('pin'))}
      />
      <PasswordField
        label={t('security.newPinAgain')}
        name="repeated"
        {...digits}
        {...inLatinDigits(field('repeated'))}
      />
      <PasswordField
        label={t('security.accountPassword')}
        name="password"
        autoComplete="current-password"
        {...field('password')}
      />
      {isReplaced && <Banner tone="warn">{t('security.pinReplaceHolds')}</Banner>}
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
        {isReplaced ? t('security.pinReplace') : t('security.pinSet')}
      </Button>
    </Form>
  )
}

const nothing = { pin: '', repeated: '', password: '' }

function useNewPin() {
  const t = useText()
  const form = useForm({ fields: nothing, refusals: fieldsOfRefusals })
  const { pin, repeated, password } = form.values
  const { confirm } = useConfirmed(setFundPin)
  const { mutateAsync } = useSend(setFundPin, { quiet: true })

  function faults() {
    return {
      ...(/^\d{6}$/.test(pin) ? {} : { pin: t('security.sixDigits') }),
      // Before a code is sent for it.
      ...(/^\d{6}$/.test(pin) && isEasyPin(pin) && { pin: t('security.pinEasy') }),
      ...(repeated === pin ? {} : { repeated: t('security.pinsDiffer') }),
      ...(password === '' ? { password: t('settings.presentRequired') } : {}),
    }
  }

  /** The password is judged before any proof: no code is sent, and used up, for a wrong one. */
  async function lacksProof(): Promise<boolean> {
    try {
      await mutateAsync({ request: { pin, password } })
      return false
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'step_up_required') return true
      throw error
    }
  }

  async function setPin() {
    await form.submit(faults(), async () => {
      if ((await lacksProof()) && !(await confirm({ pin, password }))) return
      form.set(nothing)
      notify(t('security.pinIsSet'))
    })
  }

  return { form, setPin }
}

function InUse() {
  const t = useText()
  const { tryIt, busy, error } = useConfirmed(removeFundPin)

  async function remove() {
    if (await tryIt({})) notify(t('security.pinRemoved'))
  }

  return (
    <div className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{t('security.fundPin')}</span>
        <StatusPill tone="good">{t('security.on')}</StatusPill>
      </div>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button variant="ghost" size="medium" busy={busy} onClick={() => void remove()}>
        {t('security.pinRemove')}
      </Button>
    </div>
  )
}
