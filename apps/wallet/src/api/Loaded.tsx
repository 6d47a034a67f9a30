import { houseTime } from '@btbc/client/house-clock.ts'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useErrorText } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Same height as what comes. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** One read in its place: skeleton, error with retry, or the data; old data stays, with its time. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (data === undefined && !error) return <div aria-busy="true">{skeleton}</div>
  return (
    <>
      <Unheard query={query} />
      {data !== undefined && children(data)}
    </>
  )
}

type Heard = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'dataUpdatedAt'> & {
  refetch: () => Promise<unknown>
}

/** Why a read failed, if it did, with retry, and from when what is shown of it is. */
export function Unheard({ query }: { query: Heard }) {
  const t = useText()
  const formats = useFormats()
  const errorText = useErrorText()
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  if (!error) return null
  return (
    <ErrorBlock onRetry={() => void refetch()} busy={isFetching}>
      {errorText(error)}
      {data !== undefined &&
        ` ${t('shell.asOf', { time: formats.time(houseTime(dataUpdatedAt)) })}`}
    </ErrorBlock>
  )
}
