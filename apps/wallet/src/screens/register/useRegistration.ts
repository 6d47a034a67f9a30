import { newKey } from '@btbc/client/client.ts'
import { registerMember, verifyCode } from '@btbc/contract/session.ts'
import { readTerms } from '@btbc/contract/terms.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useCall, useSend } from '#api/query.ts'
import { useDeviceCountry } from '#forms/CountryField.tsx'
import { forgetDraft } from '#forms/draft.ts'
import { noPassword } from '#forms/NewPassword.tsx'
import { useForm } from '#forms/useForm.ts'
import { useSendCode } from '#forms/useSendCode.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import type { Invite } from '#joining/useInvite.ts'
import { paths } from '#paths.ts'
import {
  DEFAULT_COUNTRY,
  fieldsOfRefusals,
  noRegistration,
  REGISTER_DRAFT,
  registerRequest,
  stepOf,
} from '#screens/register/registration.ts'
import { useFaults } from '#screens/register/useFaults.ts'
import { beginSession } from '#session.ts'

/** The form of a registration: what is typed, what is wrong, what happens next. */
export function useRegistration(invite: Invite | undefined) {
  const form = useForm({
    fields: noPassword,
    draft: { key: REGISTER_DRAFT, fields: noRegistration },
    refusals: fieldsOfRefusals,
  })
  const { values: typed, set, submit } = form
  const country = useDeviceCountry() ?? DEFAULT_COUNTRY
  const draft = {
    ...typed,
    ...(typed.area_code === '' && country),
    ...(!typed.inviteTyped && { invite: invite?.code ?? '' }),
  }
  /** What is left to say once the account is open. */
  const [afterword, setAfterword] = useState<TextKey>()
  const faults = useFaults()
  const finish = useFinish()
  const send = useSendCode(set)
  const check = useSend(verifyCode, { quiet: true })
  const register = useSend(registerMember, { quiet: true })
  const termsVersion = useCall(readTerms).data?.version

  async function sendCode() {
    const { mail, agreed, area_code, area_code_id } = draft
    await form.attempt(faults.ofSending(draft), () =>
      send({
        user_string: mail.trim(),
        type: 'register',
        area_code,
        area_code_id,
        agreed,
        ...(termsVersion === undefined ? {} : { terms_version: termsVersion }),
      }),
    )
  }

  async function goOn() {
    if (!draft.byPicture) {
      const { mail, code, nonce, mobile, area_code, area_code_id } = draft
      const phone = { mobile: mobile.trim(), area_code, area_code_id }
      const request = { email_code: code, user_string: mail.trim(), nonce, ...phone }
      await check.mutateAsync({ request })
    }
    set({ step: 2 })
  }

  async function create() {
    const opened = await register.mutateAsync({
      request: registerRequest(draft, draft, termsVersion),
    })
    setAfterword(await finish(opened))
  }

  async function press(lastStep: boolean) {
    const refused = lastStep
      ? await submit(faults.ofAll(draft), create)
      : await submit(faults.ofFirstStep(draft), goOn)
    if (refused === undefined) return
    if (stepOf(refused) === 1) set({ step: 1 })
    if (refused === 'letters') set({ picture: newKey(), letters: '' })
  }

  return { ...form, draft, afterword, sendCode, press }
}

export type RegistrationForm = ReturnType<typeof useRegistration>

/**
 * The account is open: into the app. Answers what its owner should read before that,
 * which is nothing when all went as announced.
 */
function useFinish(): (opened: Answer<typeof registerMember>) => Promise<TextKey | undefined> {
  const t = useText()
  const router = useRouter()
  return async ({ token, invite, invite_reward, welcomed }) => {
    await beginSession(token)
    forgetDraft(REGISTER_DRAFT)
    if (invite === 'unknown') return 'session.inviteUnknownAfter'
    // Without a proved address nobody is promised a reward yet, so none is short.
    if (invite === 'bound' && welcomed && !invite_reward) return 'session.inviteUnpaid'
    notify(t('session.registerSuccess'))
    await router.navigate({ href: paths.home(), replace: true })
    return undefined
  }
}
