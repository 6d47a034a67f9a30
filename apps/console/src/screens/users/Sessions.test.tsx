// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Sessions } from '#screens/users/Sessions.tsx'

configure({ asyncUtilTimeout: 60_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function shown(...ids: number[]) {
  const at = '2026-03-01T12:00:00.000Z'
  const sessions = ids.map((id) => ({
    id,
    device: `Browser ${id}`,
    neighbourhood: '198.51.100.0/24',
    since: at,
    seen_at: at,
  }))
  const member = { id: 100_001, may_freeze: true, sessions } as unknown as Member
  return (
    <QueryClientProvider client={queryClient}>
      <Sessions member={member} />
    </QueryClientProvider>
  )
}

test('a chosen session that has ended meanwhile stays the chosen one: no other is ended in its place', async () => {
  const sent: unknown[] = []
  const message = 'This session has already ended.'
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body))
    return Response.json({ type: 'error', code: 'session_not_found', message, details: {} })
  })
  const reason = 'spoke to the owner'
  const { rerender } = render(shown(1, 2))
  fireEvent.change(screen.getByLabelText('Which one'), { target: { value: '2' } })
  fireEvent.change(screen.getByRole('textbox'), { target: { value: reason } })
  rerender(shown(1))
  fireEvent.submit(screen.getByRole('form'))
  await screen.findByText(message)
  expect(sent).toEqual([{ id: 100_001, reason, session: 2 }])
})
