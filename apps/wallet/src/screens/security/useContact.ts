import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { upToDate } from '#api/query.ts'
import type { CountryPair } from '#forms/countries.ts'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { notSent, useSending } from '#forms/useSendCode.ts'
import { useText } from '#i18n/text.ts'
import { useStepUp } from '#security/useStepUp.tsx'

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

type Typed = { address: string; country: CountryPair; code: string }

/** What the code was asked for: another number of the same digits is another address. */
type Asked = { address: string; area_code?: string; area_code_id?: number }

const nothing: Typed = { address: '', country: { area_code: '86', area_code_id: 0 }, code: '' }

/** The form of a new mail address or phone: a code is sent there, then the member confirms. */
export function useContact(kind: 'mail' | 'phone') {
  const t = useText()
  const stepUp = useStepUp()
  const [typed, setTyped] = useState(nothing)
  const [sent, setSent] = useState(notSent)
  /** As the server reads it: what the change is asked and confirmed for. */
  const [target, setTarget] = useState<{ asked: string; address: string }>()
  const [busy, setBusy] = useState(false)
  const fields = useFieldErrors<'address' | 'code'>(fieldsOfRefusals)
  const sending = useSending((part) => setSent((before) => ({ ...before, ...part })))
  const address = typed.address.trim()
  const asked: Asked = kind === 'mail' ? { address } : { address, ...typed.country }
  const isSentHere = target !== undefined && target.asked === JSON.stringify(asked)

  function edit(part: Partial<Typed>, field: 'address' | 'code') {
    setTyped((before) => ({ ...before, ...part }))
    fields.clear(field)
  }

  function addressFault() {
    const missing = kind === 'mail' ? t('session.mailRequired') : t('security.newPhoneRequired')
    return address === '' ? { address: missing } : {}
  }

  async function send() {
    if (fields.show(addressFault())) return
    await sending(async () => {
      const answer = await post('/security/contact/code', asked)
      setTarget({ asked: JSON.stringify(asked), address: answer.address })
      return { ...answer, sentTo: answer.address }
    }, fields.showRefusal)
  }

  async function change() {
    if (busy) return
    const isCodeMissing = typed.code === '' || !isSentHere
    const codeFault = isCodeMissing ? { code: t('session.codeRequired') } : {}
    if (fields.show({ ...codeFault, ...addressFault() }) || target === undefined) return
    setBusy(true)
    try {
      const payload = { address: target.address }
      const proof = await stepUp({ action: 'contact', payload })
      if (proof === undefined) return
      const request = { ...payload, contact_code: typed.code, nonce: sent.nonce, proof }
      await post('/security/contact', request)
      notify(kind === 'mail' ? t('security.mailChanged') : t('security.phoneChanged'))
      await upToDate()
    } catch (error) {
      fields.showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { ...typed, edit, sent, isSentHere, send, change, busy, fields }
}
