import { changeContact, requestContactCode } from '@btbc/contract/contact.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import type { CountryPair } from '#forms/countries.ts'
import { useForm } from '#forms/useForm.ts'
import { notSent, useSending } from '#forms/useSendCode.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'

const fieldsOfRefusals = {
  mail_invalid: 'address',
  mobile_invalid: 'address',
  address_invalid: 'address',
  already_verified: 'address',
  mail_taken: 'address',
  mobile_taken: 'address',
  code_wrong: 'code',
  resend_wait: 'code',
  too_many_codes: 'code',
} as const

/** What the code was asked for: another number of the same digits is another address. */
type Contact = { address: string; area_code?: string; area_code_id?: number }

const NOWHERE: CountryPair = { area_code: '', area_code_id: 0 }
const nothing = { address: '', area_code: '', area_code_id: 0, code: '', ...notSent }

/**
 * The form of a new mail address or phone: a code is sent there, then the member confirms. A number
 * is of the country given until another one is chosen.
 */
export function useContact(kind: 'mail' | 'phone', own: CountryPair = NOWHERE) {
  const t = useText()
  const form = useForm({ fields: nothing, refusals: fieldsOfRefusals })
  const { code, nonce } = form.values
  const { area_code, area_code_id } = form.values.area_code === '' ? own : form.values
  const country = { area_code, area_code_id }
  /** As the server reads it: what the change is asked and confirmed for. */
  const [target, setTarget] = useState<{ asked: string; address: string }>()
  const sending = useSending(form.set)
  const ask = useSend(requestContactCode, { quiet: true })
  const { confirm } = useConfirmed(changeContact)
  const address = form.values.address.trim()
  const contact: Contact = kind === 'mail' ? { address } : { address, ...country }
  const isSentHere = target !== undefined && target.asked === JSON.stringify(contact)

  function addressFault() {
    const missing = kind === 'mail' ? t('session.mailRequired') : t('security.newPhoneRequired')
    return address === '' ? { address: missing } : {}
  }

  async function send() {
    await form.attempt(addressFault(), () =>
      sending(async () => {
        const answer = await ask.mutateAsync({ request: contact })
        setTarget({ asked: JSON.stringify(contact), address: answer.address })
        return { ...answer, sentTo: answer.address }
      }),
    )
  }

  async function change() {
    const codeFault = code === '' || !isSentHere ? { code: t('session.codeRequired') } : {}
    await form.submit({ ...codeFault, ...addressFault() }, async () => {
      if (target === undefined) return
      const done = await confirm({ address: target.address, contact_code: code, nonce })
      if (!done) return
      notify(kind === 'mail' ? t('security.mailChanged') : t('security.phoneChanged'))
    })
  }

  return { form, country, isSentHere, send, change }
}
