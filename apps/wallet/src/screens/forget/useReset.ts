import { useState } from 'react'

import { newKey, post } from '#api/call.ts'
import { forgetDraft, useDraft } from '#forms/draft.ts'
import { noPassword, usePasswordCheck } from '#forms/NewPassword.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { useSendCode } from '#forms/useSendCode.ts'
import { useText } from '#i18n/text.ts'
import {
  countryOf,
  fieldsOfRefusals,
  noReset,
  RESET_DRAFT,
  type Reset,
  type ResetField,
} from '#screens/forget/reset.ts'
import { forgetSession } from '#session.ts'

/** The form of a reset: what is typed, what is wrong, what happens next. */
export function useReset() {
  const t = useText()
  const [draft, change] = useDraft(RESET_DRAFT, noReset)
  const [passwords, setPasswords] = useState(noPassword)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  /** The picture to read before more codes are sent, once the server asks for one. */
  const [picture, setPicture] = useState<string>()
  const [letters, setLetters] = useState('')
  const fields = useFieldErrors<ResetField>(fieldsOfRefusals)
  const checkPassword = usePasswordCheck()
  const send = useSendCode(change)
  const account = draft.account.trim()
  const noAccount = account === '' ? { account: t('session.phoneRequired') } : {}

  function edit(part: Partial<Reset>, field?: ResetField) {
    change(part)
    if (field) fields.clear(field)
  }

  function showPicture(name: string) {
    setPicture(name)
    setLetters('')
  }

  async function sendCode() {
    if (fields.show(noAccount)) return
    const read = picture === undefined ? {} : { captcha_t: picture, vercode: letters }
    const request = { user_string: account, type: 'forget', ...read, ...countryOf(draft) } as const
    await send(request, (error) => {
      if (fields.showRefusal(error) === 'captcha' || picture !== undefined) showPicture(newKey())
    })
  }

  async function goOn() {
    const { code, nonce } = draft
    const noCode = code === '' ? { code: t('session.codeRequired') } : {}
    if (fields.show({ ...noAccount, ...noCode })) return
    const country = countryOf(draft)
    await post('/user/check_email', { email_code: code, user_string: account, nonce, ...country })
    change({ step: 2 })
  }

  async function reset() {
    if (fields.show(checkPassword(passwords))) return
    const { code, nonce } = draft
    const { password, repeated: repassword } = passwords
    const country = countryOf(draft)
    await post('/user/forget', { account, password, repassword, code, nonce, ...country })
    forgetSession()
    forgetDraft(RESET_DRAFT)
    setDone(true)
  }

  async function submit() {
    if (busy) return
    setBusy(true)
    try {
      await (draft.step === 2 ? reset() : goOn())
    } catch (error) {
      const field = fields.showRefusal(error)
      if (field === 'account' || field === 'code') change({ step: 1 })
    } finally {
      setBusy(false)
    }
  }

  const captcha = { picture, showPicture, letters, setLetters }
  return { draft, edit, passwords, setPasswords, busy, done, fields, captcha, sendCode, submit }
}

export type ResetForm = ReturnType<typeof useReset>
