// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { KeyLog } from '#screens/security/KeyLog.tsx'
import { shown } from '#testing/shown.tsx'

const TOTAL = 45

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function useOf(id: number) {
  const at = '2026-03-01T12:00:00.000Z'
  const from = { label: 'Bot', call: `/call/${id}`, address: '198.51.100.1' }
  return { id, ...from, outcome: 'accepted', uses: 1, last_at: at }
}

test('there is no way to a page of the log that is not there, and the focus goes to what a turn brings', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url, 'http://wallet.test').searchParams.get('page'))
    const ids = Array.from({ length: TOTAL }, (_, index) => index + 1)
    const list = ids.slice((page - 1) * 20, page * 20).map(useOf)
    return Response.json({ type: 'ok', message: { list, total: TOTAL, page, limit: 20 } })
  })
  await shown(<KeyLog />, paths.security())
  const button = (name: string) => screen.queryByRole('button', { name })
  const turn = async (name: string, to: string) => {
    const pressed = await screen.findByRole('button', { name })
    pressed.focus()
    fireEvent.click(pressed)
    await screen.findByText(to)
    expect(document.activeElement).toBe(screen.getByRole('list'))
  }
  await screen.findByText('/call/1')
  expect(button('Newer')).toBeNull()
  await turn('Older', '/call/21')
  await turn('Older', '/call/41')
  expect(button('Older')).toBeNull()
  await turn('Newer', '/call/21')
  await turn('Newer', '/call/1')
  expect(button('Newer')).toBeNull()
})
