import { CallRefused } from '@btbc/client/client.ts'
import { quoteWithdrawal } from '@btbc/contract/withdrawal.ts'
import { useSettled } from '@btbc/ui/useSettled.ts'
import { useQuery } from '@tanstack/react-query'

import { send, type Answer } from '#api/call.ts'

/** What the server would take and send, asked again while one types and before it runs out. */

const AGAIN_MS = 4 * 60 * 1000

export type Quote = Answer<typeof quoteWithdrawal>

/** An address that is all there; a half typed one is nothing to complain about. */
export function isWhole(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address)
}

/** Whether more of it may still be typed, or none at all: what has a foreign letter never becomes one. */
export function canBecomeAddress(typed: string): boolean {
  return /^(|0|0x[0-9a-fA-F]{0,40})$/.test(typed)
}

/** Without the spaces a copied address often brings. */
export function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

export function useQuote({
  currency,
  amount,
  address,
}: {
  currency: number
  amount: string
  address: string
}) {
  const typed = JSON.stringify({ currency, amount, ...(address === '' ? {} : { address }) })
  const asked = useSettled(typed)
  const quote = useQuery({
    queryKey: [quoteWithdrawal.path, asked],
    queryFn: ({ signal }) =>
      send(quoteWithdrawal, JSON.parse(asked) as { currency: number; amount: string }, {
        signal,
      }),
    enabled: amount !== '',
    refetchInterval: ({ state }) => (state.error ? false : AGAIN_MS),
    staleTime: AGAIN_MS,
    gcTime: 0,
  })
  // What is still being typed has neither a cost nor a fault yet.
  const isSettled = typed === asked
  const refused = isSettled && quote.error instanceof CallRefused ? quote.error : undefined
  const isAboutAddress = refused?.code.startsWith('withdrawal_address') === true
  const isKnown = isSettled && (quote.isError || quote.data !== undefined)
  return {
    quote: amount !== '' && isKnown && !quote.isError ? quote.data : undefined,
    /** Until the server has said whose address it is and what it costs. */
    isAsking: amount !== '' && !isKnown,
    /** Why nothing was heard of it. */
    failure: isSettled && refused === undefined ? (quote.error ?? undefined) : undefined,
    isAskingAgain: quote.isFetching,
    addressFault: isAboutAddress ? refused?.message : undefined,
    amountFault: refused && !isAboutAddress ? refused.message : undefined,
    askAgain: () => void quote.refetch(),
  }
}
