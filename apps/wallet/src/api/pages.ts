import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'

/** One page of a list, as its call answers it. */
export type ListPage<Row> = { list: Row[]; total: number }

type Listed<Row> = {
  call: Endpoint
  /** What else tells this list from others of the same call. */
  asked?: Record<string, string | number>
  limit: number
  readPage: (page: number, signal: AbortSignal) => Promise<ListPage<Row>>
  /** In ms, by what is shown. */
  refetchEvery?: (rows: readonly Row[]) => number
}

/** A list of the server page by page: the rows that are there by now, and how to get more. */
export function usePages<Row extends { id: string | number }>(listed: Listed<Row>): Pages<Row> {
  const { call, asked, limit, readPage, refetchEvery } = listed
  const query = useInfiniteQuery({
    queryKey: [call.path, { ...asked, limit, paged: true }],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    meta: { about: call.about },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length > 0 && pages.length * limit < last.total ? pages.length + 1 : undefined,
    refetchInterval: ({ state }) => refetchEvery?.(rowsOf(state.data?.pages)) ?? false,
  })
  const rows = rowsOf(query.data?.pages)
  return { ...query, rows, total: query.data?.pages.at(-1)?.total ?? 0 }
}

/** The rows so far, and what is known about the rest. */
export type Pages<Row> = Pick<
  UseInfiniteQueryResult,
  | 'data'
  | 'error'
  | 'isFetching'
  | 'refetch'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'fetchNextPage'
> & {
  rows: readonly Row[]
  /** Where the list counts itself. */
  total?: number
}

/** A row that arrived between two pages pushes another onto the next: it is shown once. */
function rowsOf<Row extends { id: string | number }>(pages: readonly ListPage<Row>[] = []): Row[] {
  return [...new Map(pages.flatMap(({ list }) => list).map((row) => [row.id, row])).values()]
}
