import type {
  proposeFactorRemoval,
  proposeFreezing,
  proposeSellerEnd,
  proposeUnfreezing,
} from '@btbc/contract/operator/member-acts.ts'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'

type ProposeAboutProps = {
  call:
    | typeof proposeFactorRemoval
    | typeof proposeFreezing
    | typeof proposeSellerEnd
    | typeof proposeUnfreezing
  /** The member. */
  id: number
  label: string
  button: string
  /** Why nobody can propose it any more. */
  over: string | undefined
  /** What happens next. */
  next: string
}

/** The form of what one operator proposes about a member. */
export function ProposeAbout({ call, id, next, ...form }: ProposeAboutProps) {
  const { mutateAsync } = useAct(call)
  return (
    <ProposeForm
      {...form}
      act={call}
      draft={`${call.path} ${id}`}
      onPropose={(reason) => mutateAsync({ id, reason })}
    >
      {next}
    </ProposeForm>
  )
}
