import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'

import {
  CallRefused,
  post,
  read,
  Unreachable,
  type Answer,
  type Ask,
  type CallPath,
} from '#api/call.ts'
import { useText } from '#i18n/text.ts'

/** What the server said lately, by call path. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is an answer; only what never arrived is asked again.
      retry: (failures, error) => failures < 2 && error instanceof Unreachable,
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

/** A read of the server: `useCall('/machine/team')`, `useCall('/news/list', { c_id: 4 })`. */
export function useCall<Path extends CallPath>(
  path: Path,
  request?: Ask<Path>,
  options: CallOptions = {},
): UseQueryResult<Answer<Path>> {
  return useQuery({
    queryKey: [path, request ?? {}],
    queryFn: ({ signal }) => read(path, request, signal),
    ...options,
  })
}

/** Asks again for everything these calls had answered. */
export async function refresh(...paths: CallPath[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/**
 * A change on the server: `const start = useSend('/machine/start_all', ['/machine/team'])`,
 * then `start.mutate({ request: {}, key })`. The named reads are asked again once it is done.
 */
export function useSend<Path extends CallPath>(call: Path, refreshes: readonly CallPath[] = []) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, key }: { request: Ask<Path>; key?: string }) =>
      post(call, request, key === undefined ? {} : { key }),
    // Not waited for: fresh data may take the button that was pressed off the screen, and with it
    // what its screen wanted to say about the success.
    onSuccess: () => {
      for (const path of refreshes) void client.invalidateQueries({ queryKey: [path] })
    },
  })
}

/** The words of an error: the server's own, or ours when it could not be heard. */
export function useErrorText(): (error: unknown) => string {
  const t = useText()
  return (error) => {
    if (error instanceof CallRefused) return error.message
    if (error instanceof Unreachable && error.reason === 'slow') return t('shell.errorSlow')
    if (error instanceof Unreachable && error.reason === 'offline') return t('shell.errorOffline')
    return t('shell.errorUnreadable')
  }
}
