import { houseTime } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { errorText } from '#api/call.ts'
import { time } from '#format.ts'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** The height it will have, by class. */
  height?: string
  children: (data: Data) => ReactNode
}

/** One read in its place: skeleton, error with retry, or the data; old data stays, with its time. */
export function Loaded<Data>({ query, height = 'h-40', children }: LoadedProps<Data>) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  if (data === undefined && !error) {
    return (
      <div aria-busy="true">
        <Skeleton className={height} />
      </div>
    )
  }
  return (
    <>
      {error && (
        <ErrorBlock onRetry={() => void refetch()} busy={isFetching}>
          {errorText(error)}
          {data !== undefined && ` ${say('shell.asOf', { time: time(houseTime(dataUpdatedAt)) })}`}
        </ErrorBlock>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
