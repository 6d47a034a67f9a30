import { type CallError, CallRefused, Unreachable } from '@btbc/client/client.ts'
import { hearHouse } from '@btbc/client/house-clock.ts'
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
import { sendOnce, sentBefore, type Asked } from '#api/deeds.ts'
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
      refetchOnReconnect: true,
      // Offline is an error with words, not an endless wait.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type CallOptions<Data> = {
  enabled?: boolean
  /** Asks again after so many ms while the screen is open, or for as long as what is known says so. */
  refetchInterval?: number | ((query: { state: { data?: Data | undefined } }) => number | false)
  staleTime?: number
}

/** A read of the server: `useCall(readTeam)`, `useCall(listArticles, { c_id: 4 })`. */
export function useCall<E extends Endpoint>(
  call: E,
  request?: Ask<E>,
  options: CallOptions<Answer<E>> = {},
): UseQueryResult<Answer<E>, CallError<E>> {
  return useQuery({
    queryKey: [call.path, request ?? {}],
    queryFn: ({ signal }) => readOrRecall(call, request, () => send(call, request, { signal })),
    meta: { about: call.about },
    ...options,
  })
}

/**
 * Nothing was heard of it so far, not even that it failed. `isPending` is also true while a part that was drawn
 * since asks anew: who takes that part away for it asks for ever.
 */
export function isAwaited(query: Pick<UseQueryResult, 'data' | 'errorUpdateCount'>): boolean {
  return query.data === undefined && query.errorUpdateCount === 0
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
      if (kept) {
        hearHouse(kept.now + Date.now() - kept.at)
        queryClient.setQueryData(queryKey, kept.answer, { updatedAt: kept.at })
      }
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

/** For two sentences. */
const LONG_MS = 8000

/** Says of what was done that it had been sent before, if it had: see the context of `useSend`. */
export function tellSentBefore(sentAt: number | undefined): void {
  if (sentAt !== undefined) notify(say('shell.sentBefore'), { ms: LONG_MS })
}

type SendOptions = {
  /** What goes wrong is said on the spot, so nowhere else; or is nothing to disturb anybody with. */
  quiet?: boolean
}

/**
 * A change on the server: `const start = useSend(startRun)`, then
 * `start.mutate({ request: {} })`. What it changes is asked for again by itself. Its context is when the
 * same was sent before, in vain.
 */
export function useSend<E extends Endpoint>(call: E, { quiet = false }: SendOptions = {}) {
  return useMutation<Answer<E>, CallError<E>, Asked<E>, number | undefined>({
    mutationFn: (asked) => sendOnce(call, asked),
    onMutate: (asked) => sentBefore(call, asked),
    onError: (error) => {
      if (!quiet) notify(errorText(error, say), { tone: isWarned(call) ? 'warn' : 'bad' })
    },
  })
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
