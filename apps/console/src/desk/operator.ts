import { readOperator } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { isAllowed } from '@btbc/contract/operator/rights.ts'

import type { Call } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { oneOf } from '#format.ts'

const AGAIN_MS = 60_000

/** The operator who is here; nobody until it is known. */
export function useOperator() {
  return useCall(readOperator, {}, { refetchInterval: AGAIN_MS }).data
}

/** What may be done, and by whom: a call, or what stands for it. */
export type Act = Pick<Call, 'roles'>

/** Why this operator may not do it, if so. */
export function useHeldFrom({ roles }: Act): string | undefined {
  const me = useOperator()
  if (me === undefined || isAllowed(me.roles, roles)) return undefined
  return say('desk.heldFrom', { roles: oneOf(roles) })
}
