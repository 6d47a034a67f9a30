import { Field } from '@btbc/ui/Field.tsx'

import { NewPassword } from '#forms/NewPassword.tsx'
import { useText } from '#i18n/text.ts'
import type { Invite } from '#joining/useInvite.ts'
import type { RegistrationForm } from '#screens/register/useRegistration.ts'

type StepProps = { form: RegistrationForm; invite: Invite | undefined }

/** How one comes back, and who sent one here. */
export function StepTwo({ form, invite }: StepProps) {
  const t = useText()
  const { draft, edit, field } = form
  return (
    <>
      {/* So that a password manager knows whose password it keeps. */}
      <input type="hidden" name="username" autoComplete="username" value={draft.mail} readOnly />
      <NewPassword password={field('password')} repeated={field('repeated')} />
      <Field
        label={t('session.inviteCode')}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        value={draft.invite}
        onChange={(event) => edit({ invite: event.target.value, inviteTyped: true })}
        hint={inviteHint()}
      />
    </>
  )

  function inviteHint(): string {
    if (!invite || draft.invite.trim() !== invite.code) return t('session.inviteOptional')
    if (!invite.known) return t('session.inviteUnknown')
    if (invite.inviter === '') return t('session.inviteOptional')
    return t('session.invitedBy', { name: invite.inviter })
  }
}
