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

/** One page of a list whose next page is asked for by a key. */
type KeyedPage<Row, Key> = { list: Row[]; next: Key | null | undefined; total?: number }

type Keyed<Row, Key> = Pick<Listed<Row>, 'call' | 'asked' | 'limit'> & {
  /** Without a key it is the first. */
  readPage: (key: Key | undefined, signal: AbortSignal) => Promise<KeyedPage<Row, Key>>
}

/** The same of a list that goes on behind the last row of the page before. */
export function useKeyedPages<Row, Key extends string | number>(
  listed: Keyed<Row, Key>,
): Pages<Row> {
  const { call, asked, limit, readPage } = listed
  const query = useInfiniteQuery({
    queryKey: [call.path, { ...asked, limit, paged: true }],
    queryFn: ({ pageParam, signal }) => readPage(pageParam as Key | undefined, signal),
    meta: { about: call.about },
    initialPageParam: undefined as Key | undefined,
    getNextPageParam: ({ next }) => next,
  })
  const total = query.data?.pages.at(-1)?.total
  return {
    ...query,
    rows: query.data?.pages.flatMap(({ list }) => list) ?? [],
    ...(total !== undefined && { total }),
  }
}

/** The rows so far, and what is known about the rest. */
export type Pages<Row> = Pick<
  UseInfiniteQueryResult,
  | 'data'
  | 'dataUpdatedAt'
  | 'error'
  | 'errorUpdateCount'
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
