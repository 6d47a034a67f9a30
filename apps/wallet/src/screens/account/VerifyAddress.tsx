import { readStanding, verifyAddress } from '@btbc/contract/account.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useState } from 'react'

import { useCall, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { notSent, useSendCode } from '#forms/useSendCode.ts'
import { useShortMoney } from '#i18n/money.ts'
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
  const money = useShortMoney()
  const [open, setOpen] = useState(false)
  const grant = useCall(readStanding).data?.welcome_grant
  return (
    <section aria-label={t('settings.verifyTitle')} className="card grid grid-cols-1 gap-4 p-4">
      {grant && (
        <p>
          {t('settings.verifyWhy', {
            amount: money(grant.btbc, 'BTBC', { minDecimals: 0 }),
            starts: grant.launches,
          })}
        </p>
      )}
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
  const { form, sent, sendCode, verify } = useVerification(address)
  const { errors } = form
  return (
    <Form shown={form.shown} onSubmit={verify}>
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
        value={form.values.code}
        onChange={(code) => form.edit({ code })}
        onSend={sendCode}
        resendAt={sent.sentTo === address ? sent.resendAt : 0}
        error={errors.code}
        hint={
          sent.sentTo === ''
            ? undefined
            : t('session.codeSentTo', { to: shownAddress(sent.sentTo) })
        }
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
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
  const form = useForm({ fields: { code: '', ...notSent }, refusals: fieldsOfRefusals })
  const { code, nonce } = form.values
  const send = useSendCode(form.set)
  const { mutateAsync } = useSend(verifyAddress, { quiet: true })

  async function sendCode() {
    await form.attempt({}, () => send({ user_string: address, type: 'bind' }))
  }

  async function verify() {
    await form.submit(code === '' ? { code: t('session.codeRequired') } : {}, async () => {
      const request = { user_string: address, code, nonce }
      const { welcomed } = await mutateAsync({ request })
      notify(t(welcomed ? 'settings.verifiedWelcome' : 'settings.verifiedNow'))
    })
  }

  return { form, sent: form.values, sendCode, verify }
}
