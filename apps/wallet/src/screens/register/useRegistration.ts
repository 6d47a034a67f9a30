import { notify } from '@btbc/ui/notice.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { newKey, post, type Answer } from '#api/call.ts'
import { forgetDraft, useDraft } from '#forms/draft.ts'
import { noPassword } from '#forms/NewPassword.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { useSendCode } from '#forms/useSendCode.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import {
  fieldsOfRefusals,
  noRegistration,
  REGISTER_DRAFT,
  registerRequest,
  stepOf,
  TERMS_VERSION,
  type Registration,
  type RegistrationField,
} from '#screens/register/registration.ts'
import { useFaults } from '#screens/register/useFaults.ts'
import type { Invite } from '#components/useInvite.ts'
import { beginSession } from '#session.ts'

/** The form of a registration: what is typed, what is wrong, what happens next. */
export function useRegistration(invite: Invite | undefined) {
  const [kept, change] = useDraft(REGISTER_DRAFT, noRegistration)
  const draft = kept.inviteTyped ? kept : { ...kept, invite: invite?.code ?? '' }
  const [passwords, setPasswords] = useState(noPassword)
  const [busy, setBusy] = useState(false)
  /** What is left to say once the account is open. */
  const [afterword, setAfterword] = useState<TextKey>()
  const fields = useFieldErrors<RegistrationField>(fieldsOfRefusals)
  const faults = useFaults()
  const finish = useFinish()
  const send = useSendCode(change)

  /** One field changes, and what was wrong with it is forgotten. */
  function edit(part: Partial<Registration>, field?: RegistrationField) {
    change(part)
    if (field) fields.clear(field)
  }

  function showRefusal(error: unknown) {
    const field = fields.showRefusal(error)
    if (stepOf(field) === 1) change({ step: 1 })
    if (field === 'letters') change({ picture: newKey(), letters: '' })
  }

  async function sendCode() {
    if (fields.show(faults.ofSending(draft))) return
    const { mail, agreed, area_code, area_code_id } = draft
    const country = { area_code, area_code_id }
    await send(
      {
        user_string: mail.trim(),
        type: 'register',
        ...country,
        agreed,
        terms_version: TERMS_VERSION,
      },
      fields.showRefusal,
    )
  }

  async function goOn() {
    if (fields.show(faults.ofFirstStep(draft))) return
    if (!draft.byPicture) {
      const { mail, code, nonce } = draft
      await post('/user/check_email', { email_code: code, user_string: mail.trim(), nonce })
    }
    change({ step: 2 })
  }

  async function create() {
    if (fields.show(faults.ofAll(draft, passwords))) return
    setAfterword(await finish(await post('/user/register', registerRequest(draft, passwords))))
  }

  async function submit(lastStep: boolean) {
    if (busy) return
    setBusy(true)
    try {
      await (lastStep ? create() : goOn())
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { draft, edit, passwords, setPasswords, busy, afterword, fields, sendCode, submit }
}

export type RegistrationForm = ReturnType<typeof useRegistration>

/**
 * The account is open: into the app. Answers what its owner should read before that,
 * which is nothing when all went as announced.
 */
function useFinish(): (opened: Answer<'/user/register'>) => Promise<TextKey | undefined> {
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
