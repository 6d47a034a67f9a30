import { newKey } from '@btbc/client/client.ts'
import { resetPassword, verifyCode } from '@btbc/contract/session.ts'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { forgetDraft } from '#forms/draft.ts'
import { noPassword, usePasswordCheck } from '#forms/NewPassword.tsx'
import { useForm } from '#forms/useForm.ts'
import { useSendCode } from '#forms/useSendCode.ts'
import { useText } from '#i18n/text.ts'
import { countryOf, fieldsOfRefusals, noReset, RESET_DRAFT } from '#screens/forget/reset.ts'
import { forgetSession } from '#session.ts'

/** The form of a reset: what is typed, what is wrong, what happens next. */
export function useReset() {
  const t = useText()
  const form = useForm({
    fields: { ...noPassword, letters: '' },
    draft: { key: RESET_DRAFT, fields: noReset },
    refusals: fieldsOfRefusals,
  })
  const { values: draft, set } = form
  const [done, setDone] = useState(false)
  /** The picture to read before more codes are sent, once the server asks for one. */
  const [picture, setPicture] = useState<string>()
  const checkPassword = usePasswordCheck()
  const send = useSendCode(set)
  const check = useSend(verifyCode, { quiet: true })
  const change = useSend(resetPassword, { quiet: true })
  const account = draft.account.trim()
  const noAccount = account === '' ? { account: t('session.phoneRequired') } : {}

  function showPicture(name: string) {
    setPicture(name)
    set({ letters: '' })
  }

  async function sendCode() {
    const read = picture === undefined ? {} : { captcha_t: picture, vercode: draft.letters }
    const request = { user_string: account, type: 'forget', ...read, ...countryOf(draft) } as const
    const refused = await form.attempt(noAccount, () => send(request))
    if (refused === 'letters' || (refused && picture !== undefined)) showPicture(newKey())
  }

  async function goOn() {
    const { code, nonce } = draft
    const country = countryOf(draft)
    const request = { email_code: code, user_string: account, nonce, ...country }
    await check.mutateAsync({ request })
    set({ step: 2 })
  }

  async function reset() {
    const { code, nonce, password, repeated: repassword } = draft
    const country = countryOf(draft)
    const request = { account, password, repassword, code, nonce, ...country }
    await change.mutateAsync({ request })
    forgetSession()
    forgetDraft(RESET_DRAFT)
    setDone(true)
  }

  async function press() {
    const noCode = draft.code === '' ? { code: t('session.codeRequired') } : {}
    const refused =
      draft.step === 2
        ? await form.submit(checkPassword(draft), reset)
        : await form.submit({ ...noAccount, ...noCode }, goOn)
    if (refused === 'account' || refused === 'code') set({ step: 1 })
  }

  return { ...form, draft, done, picture, showPicture, sendCode, press }
}

export type ResetForm = ReturnType<typeof useReset>
