import { type CallError, CallRefused, newKey, Unreachable } from '@btbc/client/client.ts'
import { notify } from '@btbc/ui/notice.ts'
import {
  onlineManager,
  QueryClient,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'

import type { Endpoint, Tag } from '@btbc/contract/endpoint.ts'
import { onChanged, send, type Answer, type Ask } from '#api/call.ts'
import { keepAnswer, keptAnswer } from '#api/kept.ts'
import { i18n } from '#i18n/language.ts'
import { refusalNow } from '#i18n/refusal-words.ts'
import { say, useText, type Say } from '#i18n/text.ts'
import { stored } from '#storage.ts'

// It takes every app for online until it hears otherwise; one that was opened offline never would.
if (typeof navigator !== 'undefined') onlineManager.setOnline(navigator.onLine)

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { about?: readonly Tag[] }
  }
}

/** What the server said lately, by call path. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is an answer; only what never arrived is asked again.
      // Who waited once for nothing is told so.
      retry: (failures, error) =>
        failures < 2 && error instanceof Unreachable && error.reason !== 'slow',
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // Offline is an error with words, not an endless wait.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type CallOptions = {
  enabled?: boolean
  /** Asks again after so many ms while the screen is open. */
  refetchInterval?: number
  staleTime?: number
}

/** A read of the server: `useCall(readTeam)`, `useCall(listArticles, { c_id: 4 })`. */
export function useCall<E extends Endpoint>(
  call: E,
  request?: Ask<E>,
  options: CallOptions = {},
): UseQueryResult<Answer<E>, CallError<E>> {
  return useQuery({
    queryKey: [call.path, request ?? {}],
    queryFn: ({ signal }) => readOrRecall(call, request, () => send(call, request, { signal })),
    meta: { about: call.about },
    ...options,
  })
}

/** What cannot be had now is shown as it was last, beside the error that says from when it is. */
async function readOrRecall<E extends Endpoint>(
  call: E,
  request: Ask<E> | undefined,
  ask: () => Promise<Answer<E>>,
): Promise<Answer<E>> {
  try {
    const answer = await ask()
    keepAnswer(call, request, answer)
    return answer
  } catch (error) {
    const queryKey = [call.path, request ?? {}]
    if (error instanceof Unreachable && queryClient.getQueryData(queryKey) === undefined) {
      const kept = keptAnswer(call, request)
      if (kept) queryClient.setQueryData(queryKey, kept.answer, { updatedAt: kept.at })
    }
    throw error
  }
}

/**
 * Reads several calls in one, each by its name in the answer of the whole. Whoever asks for one of them
 * meanwhile waits for its part; what was read just now is not asked for.
 */
export function readTogether<E extends Endpoint>(
  whole: E,
  parts: Readonly<Record<keyof Answer<E> & string, Endpoint>>,
): void {
  let asked: Promise<Answer<E>> | undefined
  for (const [name, part] of Object.entries<Endpoint>(parts)) {
    const ask = async () => {
      asked ??= send(whole).finally(() => (asked = undefined))
      return (await asked)[name as keyof Answer<E>]
    }
    void queryClient.prefetchQuery({
      queryKey: [part.path, {}],
      queryFn: () => readOrRecall(part, undefined, ask),
      meta: { about: part.about },
    })
  }
}

let reloading: Promise<unknown> = Promise.resolve()

/** Asks again for whatever was read about this. */
export function reload(...about: readonly Tag[]): void {
  reloading = queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.about?.some((tag) => about.includes(tag)) === true,
  })
}

// Not waited for: fresh data may take the button that was pressed off the screen, and with it what
// its screen wanted to say about the success.
onChanged((about) => reload(...about))

/** When what the last change was about has been asked for again. */
export async function upToDate(): Promise<void> {
  await reloading
}

/** Orders that were not taken or cancelled: nothing is wrong, the market was. */
function isWarned({ about }: Endpoint): boolean {
  return about.includes('orders')
}

type SendOptions = {
  /** What goes wrong is said on the spot, so nowhere else; or is nothing to disturb anybody with. */
  quiet?: boolean
}

/** What is wanted, the same from every sheet that wants it. */
export type Wanted<E extends Endpoint> = Ask<E> & {
  client_id?: never
  quote_id?: never
  proof?: never
}

type Asked<E extends Endpoint> = {
  request: Wanted<E>
  /** What only this sheet has, sent along: the terms that it showed, its proof, its name for an order. */
  own?: Partial<Ask<E>> | { proof: string }
}

/**
 * A change on the server: `const start = useSend(startRun)`, then
 * `start.mutate({ request: {} })`. What it changes is asked for again by itself.
 */
export function useSend<E extends Endpoint>(call: E, { quiet = false }: SendOptions = {}) {
  return useMutation<Answer<E>, CallError<E>, Asked<E>>({
    mutationFn: (asked) => sendOnce(call, asked),
    onError: (error) => {
      if (!quiet) notify(errorText(error, say), { tone: isWarned(call) ? 'warn' : 'bad' })
    },
  })
}

/** After so long what is asked for again is meant again. */
const SAME_DEED_MS = 10 * 60_000
const unanswered = new Map<string, { key: string; request: unknown; at: number }>()

/**
 * The same thing asked again, pressed twice or because its answer was lost, goes under the same
 * key, from whatever sheet it is sent: it is done once. With an answer its key is over. It goes with
 * what the first sheet had of its own. Where that holds no longer and nothing was done, it is refused,
 * and asked for anew.
 */
async function sendOnce<E extends Endpoint>(
  call: E,
  { request: wanted, own }: Asked<E>,
): Promise<Answer<E>> {
  const deed = JSON.stringify([stored('user_id'), call.path, wanted])
  const sent = unanswered.get(deed)
  const isSame = sent !== undefined && Date.now() - sent.at < SAME_DEED_MS
  const { key, request } = isSame ? sent : { key: newKey(), request: { ...wanted, ...own } }
  unanswered.set(deed, { key, request, at: Date.now() })
  const isOver = () => {
    if (unanswered.get(deed)?.key === key) unanswered.delete(deed)
  }
  try {
    const answer = await send(call, request as Ask<E>, { key })
    isOver()
    return answer
  } catch (error) {
    if (error instanceof CallRefused) isOver()
    throw error
  }
}

/** The words of an error: the server's own, or ours when it could not be heard. */
export function useErrorText(): (error: unknown) => string {
  const t = useText()
  return (error) => errorText(error, t)
}

/** The same, outside components. */
export function errorText(error: unknown, t: Say): string {
  if (error instanceof CallRefused)
    return (error.language !== i18n.locale && refusalNow(error)) || error.message
  if (error instanceof Unreachable && error.reason === 'slow') return t('shell.errorSlow')
  // What strangers send has no key: only a member is promised that it is done once.
  if (error instanceof Unreachable && error.reason === 'offline')
    return t(stored('token') ? 'shell.errorOffline' : 'shell.errorUnreached')
  return t('shell.errorUnreadable')
}
