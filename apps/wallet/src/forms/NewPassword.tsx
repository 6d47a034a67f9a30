import { passwordRules } from '@btbc/contract/password-rules.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'

import { useText } from '#i18n/text.ts'

export type PasswordPair = { password: string; repeated: string }

export const noPassword: PasswordPair = { password: '', repeated: '' }

type NewPasswordProps = Record<keyof PasswordPair, TextField>

/** A new password, twice, with its rules ticked off while it is typed. */
export function NewPassword({ password, repeated }: NewPasswordProps) {
  const t = useText()
  return (
    <>
      <PasswordField
        label={t('session.newPassword')}
        name="new-password"
        autoComplete="new-password"
        maxLength={64}
        {...password}
        hint={<Rules password={password.value} />}
      />
      <PasswordField
        label={t('session.repeatPassword')}
        name="repeat-password"
        autoComplete="new-password"
        maxLength={64}
        {...repeated}
      />
    </>
  )
}

const ruleNames = {
  length: 'session.ruleLength',
  letter: 'session.ruleLetter',
  digit: 'session.ruleDigit',
} as const

function Rules({ password }: { password: string }) {
  const t = useText()
  const met = passwordRules(password)
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {(['length', 'letter', 'digit'] as const).map((rule) => {
          const Icon = met[rule] ? Check : Circle
          return (
            <span
              key={rule}
              className={clsx('inline-flex items-center gap-1.5', met[rule] && 'text-up')}
            >
              <Icon size={14} aria-hidden />
              {t(ruleNames[rule])}
              {met[rule] && <span className="sr-only">{t('session.ruleMet')}</span>}
            </span>
          )
        })}
      </span>
      <span>{t('session.ruleGuess')}</span>
    </span>
  )
}

/** What is wrong with the pair before the server is asked. */
export function usePasswordCheck(): (pair: PasswordPair) => {
  password?: string
  repeated?: string
} {
  const t = useText()
  return ({ password, repeated }) => {
    const broken = Object.values(passwordRules(password)).includes(false)
    if (broken) return { password: t('session.passwordRules') }
    return repeated === password ? {} : { repeated: t('session.passwordsDiffer') }
  }
}
