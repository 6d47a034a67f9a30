import { say } from '@btbc/contract/operator/operator-text.ts'
import { type Role, roles } from '@btbc/contract/operator/rights.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'

type RoleChoiceProps = {
  held: readonly Role[]
  onChange: (held: Role[]) => void
  error: string | undefined
}

/** What somebody works as. */
export function RoleChoice({ held, onChange, error }: RoleChoiceProps) {
  return (
    <fieldset className="grid gap-1">
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
      {error && <p className="text-small text-dn">{error}</p>}
    </fieldset>
  )
}
