import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { Field, type FieldProps } from '#Field.tsx'
import { IconButton } from '#IconButton.tsx'
import { useWords } from '#words.ts'

/** A password, hidden until asked for. Pasting and password managers work. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          // Of which field: a new password stands there twice.
          label={`${words.showPassword}: ${props.label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="mr-1 text-mut"
        >
          {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        </IconButton>
      }
    />
  )
}
