import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'

/** The code that confirms, unless a passkey does. */
export function CodeOfOwn({ field, hasPasskeys }: { field: TextField; hasPasskeys: boolean }) {
  return (
    <Field
      label={say('login.code')}
      hint={say(hasPasskeys ? 'passkeys.codeOr' : 'login.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...field}
    />
  )
}
