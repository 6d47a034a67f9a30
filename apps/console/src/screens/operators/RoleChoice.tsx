import { say } from '@btbc/contract/operator/operator-text.ts'
import { type Role, roles } from '@btbc/contract/operator/rights.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { FieldNote } from '@btbc/ui/FieldNote.tsx'
import { useId } from 'react'

type RoleChoiceProps = {
  held: readonly Role[]
  onChange: (held: Role[]) => void
  error: string | undefined
}

/** What somebody works as. */
export function RoleChoice({ held, onChange, error }: RoleChoiceProps) {
  const note = useId()
  return (
    <fieldset
      // What is wrong is with all of them together: the group takes the focus and says it.
      data-invalid={error === undefined ? undefined : ''}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : note}
      className="grid gap-1 outline-offset-2 focus-visible:outline-2 focus-visible:outline-ac"
    >
      <legend className="text-small text-mut">{say('operators.roles')}</legend>
      <div className="grid grid-cols-2 gap-x-4">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={role}
            checked={held.includes(role)}
            onChange={(checked) =>
              onChange(roles.filter((each) => (each === role ? checked : held.includes(each))))
            }
          />
        ))}
      </div>
      <FieldNote id={note} error={error} />
    </fieldset>
  )
}
