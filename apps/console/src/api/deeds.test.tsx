// @vitest-environment jsdom
import { writeNote } from '@btbc/contract/operator/member-acts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient, useAct } from '#api/query.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is sent again before an answer came goes under the same key, and after it under another', async () => {
  const keys: (string | null)[] = []
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Response.json({ type: 'ok', message: { note: 1 } }),
    async () => Response.json({ type: 'ok', message: { note: 2 } }),
  ]
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return answers[keys.length - 1]?.()
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useAct(writeNote), { wrapper })
  const note = { id: 100_007, kind: 'note', text: 'Spoke on the phone.' } as const
  await expect(result.current.mutateAsync(note)).rejects.toThrow()
  await result.current.mutateAsync(note)
  await result.current.mutateAsync(note)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
