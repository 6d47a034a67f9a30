import { readOperator } from '@btbc/contract/operator/access.ts'

import { useCall } from '#api/query.ts'

const AGAIN_MS = 60_000

/** The operator who is here; nobody until it is known. */
export function useOperator() {
  return useCall(readOperator, {}, { refetchInterval: AGAIN_MS }).data
}

/** Why this operator may not propose what moves money or changes terms, if so. */
export function useHeldFromProposing(why: string): string | undefined {
  const roles = useOperator()?.roles ?? []
  return roles.includes('finance') || roles.includes('admin') ? undefined : why
}
