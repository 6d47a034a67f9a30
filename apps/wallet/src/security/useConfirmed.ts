import type { Answer } from '#api/call.ts'
import type { Wanted } from '#api/deeds.ts'
import { useErrorText, useSend } from '#api/query.ts'
import { type RiskyEndpoint, riskOf } from '#security/risk.ts'
import { useProof } from '#security/useProof.ts'

/** A risky call as one piece of work: the member confirms that it is they, and it is sent. */
export function useConfirmed<E extends RiskyEndpoint>(call: E) {
  const errorText = useErrorText()
  const send = useSend(call, { quiet: true })
  const { prove, isAsking } = useProof(send)

  /** Answers nothing when the member would rather not. */
  async function confirm(request: Wanted<E>): Promise<Answer<E> | undefined> {
    send.reset()
    const proof = await prove(riskOf(call, request))
    if (proof === undefined) return undefined
    return await send.mutateAsync({ request, own: { proof } })
  }

  /** For a button that stands alone: also nothing when it went wrong, which `error` says. */
  async function tryIt(request: Wanted<E>): Promise<Answer<E> | undefined> {
    return await confirm(request).catch(() => undefined)
  }

  return {
    confirm,
    tryIt,
    busy: send.isPending || isAsking,
    error: send.error ? errorText(send.error) : undefined,
  }
}
