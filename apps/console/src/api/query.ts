import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'

import {
  type CallError,
  CallRefused,
  isUndecided,
  newKey,
  Unreachable,
} from '@btbc/client/client.ts'

import { client as server, type Answer, type Ask, type Call, Unanswered } from '#api/call.ts'

const FRESH_MS = 5000
/** A desk shows what arrives: every list asks again by itself. */
const AGAIN_MS = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < 2 && !(error instanceof CallRefused),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A read of the server, asked again every ten seconds while it is on the screen. */
export function useCall<E extends Call>(
  call: E,
  request: Ask<E>,
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
): UseQueryResult<Answer<E>, CallError<E>> {
  return useQuery({
    queryKey: [call.path, request],
    queryFn: ({ signal }) => server.send(call, request, { signal }),
    refetchInterval: AGAIN_MS,
    ...options,
  })
}

/** The same read, once, for who cannot wait to see it on the screen. */
export function readOnce<E extends Call>(call: E, request: Ask<E>): Promise<Answer<E>> {
  return queryClient.ensureQueryData({
    queryKey: [call.path, request],
    queryFn: ({ signal }) => server.send(call, request, { signal }),
  })
}

/** How long the answer may take where it is known to take long. */
type ActOptions = { slowMs?: number }

/** After so long what is asked for again is meant again. */
const SAME_DEED_MS = 10 * 60_000
/** What no answer has come to, by what was asked for. */
const unanswered = new Map<string, { key: string; at: number }>()

/** Sent again before an answer came, it goes under the same key and is done once. */
async function sendOnce<E extends Call>(
  call: E,
  request: Ask<E>,
  options: ActOptions,
): Promise<Answer<E>> {
  const deed = JSON.stringify([call.path, request])
  const at = performance.now()
  const before = unanswered.get(deed)
  const key = before && at - before.at < SAME_DEED_MS ? before.key : newKey()
  unanswered.set(deed, { key, at })
  try {
    const answer = await server.send(call, request, { key, ...options })
    unanswered.delete(deed)
    return answer
  } catch (error) {
    if (!isUndecided(error)) unanswered.delete(deed)
    const isAct = call.changes && call.isLook !== true
    throw isAct && error instanceof Unreachable ? new Unanswered(error.reason, error) : error
  }
}

/** An action. Whatever it changed, every read is asked again. */
export function useAct<E extends Call>(call: E, options: ActOptions = {}) {
  const client = useQueryClient()
  return useMutation<Answer<E>, CallError<E>, Ask<E>>({
    mutationFn: (request) => sendOnce(call, request, options),
    // Also after a refusal: somebody else was quicker.
    onSettled: () => void client.invalidateQueries(),
  })
}
