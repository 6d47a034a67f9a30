// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ScreenFailed } from '#shell/ScreenFailed.tsx'
import { shownAt } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A screen whose file does not come, on a page that is a minute old. */
async function fail(health: number): Promise<() => void> {
  const reload = vi.fn()
  vi.stubGlobal('location', { origin: location.origin, reload })
  vi.stubGlobal('scrollTo', () => undefined)
  const asked = vi.fn(async () => new Response(null, { status: health }))
  vi.stubGlobal('fetch', asked)
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  const component = () => <ScreenFailed error={new TypeError('lost')} reset={() => undefined} />
  await shownAt(component)
  await screen.findByText(/cannot be reached/)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/health', expect.anything()))
  await new Promise((later) => setTimeout(later))
  return reload
}

test('where the house is there a page whose files are gone is loaded anew', async () => {
  expect(await fail(200)).toHaveBeenCalledOnce()
})

test('where something stands between that has no house the rest of the app stands', async () => {
  expect(await fail(502)).not.toHaveBeenCalled()
})

test('without a network it says that the page needs a connection, and trying again leaves what there is', async () => {
  const reload = vi.fn()
  let answer = () => Promise.reject<Response>(new TypeError('network'))
  const asked = vi.fn(async () => await answer())
  vi.stubGlobal('location', { origin: location.origin, reload })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', asked)
  await shownAt(() => <ScreenFailed error={new TypeError('lost')} reset={() => undefined} />)
  await screen.findByRole('heading', { name: 'This page needs a connection once' })
  expect(screen.getByText(/cannot be reached/)).toBeTruthy()
  const again = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  again()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await screen.findByRole('button', { name: 'Try again' })
  expect(reload).not.toHaveBeenCalled()
  answer = async () => new Response(null, { status: 200 })
  again()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a screen that broke is tried again where it stands', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const reset = vi.fn()
  await shownAt(() => <ScreenFailed error={new Error('broke')} reset={reset} />)
  await screen.findByRole('heading', { name: 'This page stopped working' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reset).toHaveBeenCalledOnce()
})
