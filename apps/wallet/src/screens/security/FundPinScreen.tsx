import { isEasyPin } from '@btbc/contract/pin-rules.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { upToDate, useCall } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { useStepUp } from '#security/useStepUp.tsx'
import { Page } from '#shell/Page.tsx'

/** Six digits beside the sent code, for who has neither passkey nor authenticator. */
export function FundPinScreen() {
  const t = useText()
  const state = useCall('/security/state')
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
  const { typed, setTyped, busy, fields, set } = useNewPin()
  const { errors, clear } = fields
  const field = (name: 'pin' | 'repeated' | 'password') => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => {
      clear(name)
      setTyped({ ...typed, [name]: event.target.value })
    },
    error: errors[name],
  })
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  return (
    <Form shown={fields.shown} onSubmit={set}>
      <PasswordField label={t('security.newPin')} {...digits} {...field('pin')} />
      <PasswordField label={t('security.newPinAgain')} {...digits} {...field('repeated')} />
      <PasswordField
        label={t('security.accountPassword')}
        autoComplete="current-password"
        {...field('password')}
      />
      {isReplaced && <Banner tone="warn">{t('security.pinReplaceHolds')}</Banner>}
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={busy}>
        {isReplaced ? t('security.pinReplace') : t('security.pinSet')}
      </Button>
    </Form>
  )
}

const nothing = { pin: '', repeated: '', password: '' }

function useNewPin() {
  const t = useText()
  const stepUp = useStepUp()
  const [typed, setTyped] = useState(nothing)
  const [busy, setBusy] = useState(false)
  const fields = useFieldErrors<'pin' | 'repeated' | 'password'>(fieldsOfRefusals)

  function faults() {
    const { pin, repeated, password } = typed
    return {
      ...(/^\d{6}$/.test(pin) ? {} : { pin: t('security.sixDigits') }),
      // Before a code is sent for it.
      ...(/^\d{6}$/.test(pin) && isEasyPin(pin) && { pin: t('security.pinEasy') }),
      ...(repeated === pin ? {} : { repeated: t('security.pinsDiffer') }),
      ...(password === '' ? { password: t('settings.presentRequired') } : {}),
    }
  }

  async function set() {
    if (busy || fields.show(faults())) return
    setBusy(true)
    try {
      const proof = await stepUp({ action: 'fund_pin', payload: {} })
      if (proof === undefined) return
      const { pin, password } = typed
      await post('/security/fund_pin', { pin, password, proof })
      setTyped(nothing)
      notify(t('security.pinIsSet'))
      await upToDate()
    } catch (error) {
      fields.showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { typed, setTyped, busy, fields, set }
}

function InUse() {
  const t = useText()
  const { confirmed, busy, error } = useConfirmed()

  async function remove() {
    const done = await confirmed({ action: 'fund_pin_remove', payload: {} }, (proof) =>
      post('/security/fund_pin/remove', { proof }),
    )
    if (!done) return
    notify(t('security.pinRemoved'))
    await upToDate()
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
