import type { StepUpAction } from '@btbc/contract/security.ts'

import type { Answer, Ask, CallPath } from '#api/call.ts'
import { useErrorText, useSend } from '#api/query.ts'
import type { RiskyCall } from '#security/asked.ts'
import { useProof } from '#security/useProof.ts'

/** A call that asks for a proof. */
type ProvedCall = {
  [Path in CallPath]: 'proof' extends keyof Ask<Path> ? Path : never
}[CallPath]

/** A risky call as one piece of work: the member confirms that it is they, and it is sent. */
export function useConfirmed<Path extends ProvedCall>(action: StepUpAction, call: Path) {
  const errorText = useErrorText()
  const send = useSend(call)
  const { prove, isAsking } = useProof(send)

  /** Answers nothing when the member would rather not. */
  async function confirm(
    request: Omit<Ask<Path>, 'proof'>,
    payload: RiskyCall['payload'] = {},
  ): Promise<Answer<Path> | undefined> {
    send.reset()
    const proof = await prove({ action, payload })
    if (proof === undefined) return undefined
    return await send.mutateAsync({ request: { ...request, proof } as unknown as Ask<Path> })
  }

  /** For a button that stands alone: also nothing when it went wrong, which `error` says. */
  async function tryIt(...asked: Parameters<typeof confirm>): ReturnType<typeof confirm> {
    return await confirm(...asked).catch(() => undefined)
  }

  return {
    confirm,
    tryIt,
    busy: send.isPending || isAsking,
    error: send.error ? errorText(send.error) : undefined,
  }
}
