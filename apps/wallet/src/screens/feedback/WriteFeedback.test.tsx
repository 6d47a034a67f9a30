// @vitest-environment jsdom
import { type Notice, onNotice } from '@btbc/ui/notice.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { WriteFeedback } from '#screens/feedback/WriteFeedback.tsx'
import { lost, startNetwork } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('that it was sent before is said for long enough to be read, and once it is new for as long as any', async () => {
  const notices: Notice[] = []
  const stop = onNotice((notice) => notices.push(notice))
  const network = startNetwork()
  network.answers = [lost]
  await shown(<WriteFeedback />, paths.newFeedback())
  const write = () =>
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'It is late.' } })
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  write()
  send()
  await screen.findByText(/cannot be reached/)
  send()
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]).toMatchObject({ text: expect.stringMatching(/^You had sent this/), ms: 8000 })
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveProperty('value', ''))
  write()
  send()
  await waitFor(() => expect(notices).toHaveLength(2))
  expect(notices[1]).toMatchObject({ text: 'Sent. The answer comes here.', ms: 3000 })
  stop()
})

test('pictures are there after a reload as the words are, in sight, and go along', async () => {
  const network = startNetwork()
  sessionStorage.setItem('feedback new', JSON.stringify({ content: 'See.', pics: 'p1 p2' }))
  await shown(<WriteFeedback />, paths.newFeedback())
  const remove = screen.getByRole('button', { name: 'Remove picture 2' })
  expect(remove.closest('details')?.open).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveProperty('value', ''))
  const said = network.sent.find(({ body }) => 'content' in (body as object))
  expect(said?.body).toMatchObject({ content: 'See.', pics: ['p1', 'p2'] })
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})
