import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { upToDate } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { notSent, useSendCode } from '#forms/useSendCode.ts'
import { useText } from '#i18n/text.ts'
import type { Member } from '#screens/account/AccountCard.tsx'
import { maskMail, maskPhone } from '#screens/account/mask.ts'

const fieldsOfRefusals = {
  code_required: 'code',
  code_wrong: 'code',
  resend_wait: 'code',
  too_many_codes: 'code',
} as const

/** Proves the mail address or the phone with a code; the first proof pays the welcome grant. */
export function VerifyAddress({ member }: { member: Member }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <section aria-label={t('settings.verifyTitle')} className="card grid grid-cols-1 gap-4 p-4">
      <p>{t('settings.verifyWhy')}</p>
      {open ? (
        <VerifyForm member={member} />
      ) : (
        <Button size="medium" onClick={() => setOpen(true)}>
          {t('settings.verify')}
        </Button>
      )}
    </section>
  )
}

function VerifyForm({ member }: { member: Member }) {
  const t = useText()
  const addresses = [member.email, member.mobile].filter((address) => address !== '')
  const [address, setAddress] = useState(addresses[0] ?? '')
  const verification = useVerification(address)
  const { errors } = verification
  return (
    <Form shown={verification.shown} onSubmit={verification.verify}>
      {addresses.length > 1 ? (
        <Segmented
          legend={t('settings.verifyBy')}
          options={addresses.map((each) => ({ value: each, label: shownAddress(each) }))}
          value={address}
          onChange={setAddress}
        />
      ) : (
        <p>{shownAddress(address)}</p>
      )}
      <CodeField
        label={t('session.code')}
        name="code"
        value={verification.code}
        onChange={verification.setCode}
        onSend={verification.send}
        resendAt={verification.sent.sentTo === address ? verification.sent.resendAt : 0}
        error={errors.code}
        hint={
          verification.sent.sentTo === ''
            ? undefined
            : t('session.codeSentTo', { to: shownAddress(verification.sent.sentTo) })
        }
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={verification.busy}>
        {t('settings.verify')}
      </Button>
    </Form>
  )
}

function shownAddress(address: string): string {
  return address.includes('@') ? maskMail(address) : maskPhone(address)
}

function useVerification(address: string) {
  const t = useText()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(notSent)
  const [busy, setBusy] = useState(false)
  const { errors, shown, show, showRefusal, clear } = useFieldErrors<'code'>(fieldsOfRefusals)
  const sendCode = useSendCode((part) => setSent((before) => ({ ...before, ...part })))

  async function verify() {
    if (busy) return
    if (show(code === '' ? { code: t('session.codeRequired') } : {})) return
    setBusy(true)
    try {
      const { nonce } = sent
      const { welcomed } = await post('/user/verify', { user_string: address, code, nonce })
      notify(t(welcomed ? 'settings.verifiedWelcome' : 'settings.verifiedNow'))
      await upToDate()
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    errors,
    shown,
    busy,
    sent,
    code,
    verify,
    setCode: (typed: string) => {
      setCode(typed)
      clear('code')
    },
    send: () => sendCode({ user_string: address, type: 'bind' }, showRefusal),
  }
}
