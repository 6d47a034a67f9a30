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
  const t = useText()
  const formats = useFormats()
  const errorText = useErrorText()
  const { data, error, isFetching, dataUpdatedAt, refetch } = query
  if (data === undefined && !error) return <div aria-busy="true">{skeleton}</div>
  return (
    <>
      {error && (
        <ErrorBlock onRetry={() => void refetch()} busy={isFetching}>
          {errorText(error)}
          {data !== undefined && ` ${t('shell.asOf', { time: formats.time(dataUpdatedAt) })}`}
        </ErrorBlock>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
