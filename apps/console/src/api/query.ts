import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'

import { type CallError, CallRefused } from '@btbc/client/client.ts'

import { client as server, type Answer, type Ask, type Call } from '#api/call.ts'
import { type DeedOptions, sendOnce } from '#api/deeds.ts'

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

/** An action. Whatever it changed, every read is asked again. */
export function useAct<E extends Call>(call: E, options: DeedOptions = {}) {
  const client = useQueryClient()
  return useMutation<Answer<E>, CallError<E>, Ask<E>>({
    mutationFn: (request) => sendOnce(call, request, options),
    // Also after a refusal: somebody else was quicker.
    onSettled: () => void client.invalidateQueries(),
  })
}
