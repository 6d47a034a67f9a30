// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { useQuote } from '#screens/withdrawal/quote.ts'
import { shown } from '#testing/shown.tsx'

const defaults = queryClient.getDefaultOptions()

afterEach(() => {
  cleanup()
  queryClient.setDefaultOptions(defaults)
  vi.unstubAllGlobals()
})

function Quote() {
  const { quote, isAsking, failure, askAgain } = useQuote({ currency: 3, amount: '5', address: '' })
  const state = failure ? 'unheard' : isAsking ? 'asking' : `net ${quote?.net}`
  return (
    <button type="button" onClick={askAgain}>
      {state}
    </button>
  )
}

test('a quote that cannot be had says so instead of being waited for, and can be asked for again', async () => {
  let isLost = true
  vi.stubGlobal('fetch', async () => {
    if (isLost) throw new TypeError('network')
    return Response.json({ type: 'ok', message: { net: '4' } })
  })
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 1 } })
  await shown(<Quote />)
  expect(screen.getByText('asking')).toBeTruthy()
  const button = await screen.findByText('unheard')
  isLost = false
  fireEvent.click(button)
  await screen.findByText('net 4')
})
