// @vitest-environment jsdom
import { readProfile } from '@btbc/contract/account.ts'
import { listMachines, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { listArticles, readHomeContent } from '@btbc/contract/news.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { HomeMore } from '#screens/home/HomeMore.tsx'
// What it fetches later is here before the clock of a test begins.
import '#screens/home/NewNotices.tsx'
import '#screens/home/Welcome.tsx'
import '@btbc/ui/SheetDrawer.tsx'
import { beginSession } from '#session.ts'
import { shownAt } from '#testing/shown.tsx'

const JOINED = '2026-03-02T12:00:00.000Z'
const notice = (id: number, title: string, at: string, read = false) => {
  return { id, title, summary: `${title}, in short`, create_time: at, read }
}
const notices = [
  notice(401, 'Newer', '2026-03-05T12:00:00.000Z'),
  notice(402, 'Newer and read', '2026-03-04T12:00:00.000Z', true),
  notice(301, 'Older', '2026-03-01T12:00:00.000Z'),
]
let member: object

/** The server, as far as the lower half of Home asks it. */
const answers: Record<string, () => unknown> = {
  [readProfile.path]: () => member,
  [readHomeContent.path]: () => ({ banners: [], ticker: notices, contacts: [] }),
  [listArticles.path]: () => ({ list: notices, total: 3, page: 1, limit: 100 }),
  [listMachines.path]: () => [],
  [readTeam.path]: () => ({ team: { invite_launches: 7 } }),
  [readLaunches.path]: () => ({ free_times: 7, award_receives: 0, price: '1.00000000' }),
}

beforeEach(() => {
  member = { id: 1, created_at: JOINED, welcome: false }
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = Object.entries(answers).find(([path]) => url.includes(path))?.[1]
    return Response.json({ type: 'ok', message: answer?.() ?? {} })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openHome() {
  cleanup()
  await shownAt(() => <HomeMore onBuy={() => undefined} />)
  await screen.findByText('Exchange')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(async () => await vi.dynamicImportSettled())
}

const close = () =>
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? fail())
const fail = () => {
  throw new Error('there is nothing to press')
}

test('what was published since a member joined is shown until it is put away for the session', async () => {
  await openHome()
  const dialog = await screen.findByRole('dialog', { name: 'Notices' })
  expect(dialog.textContent).toContain('Newer, in short')
  expect(dialog.textContent).not.toMatch(/Older|Newer and read/)
  close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await openHome()
  await screen.findByRole('dialog', { name: 'Notices' })
  fireEvent.click(screen.getByLabelText("Don't show again this session"))
  close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openHome()
  expect(screen.queryByRole('dialog')).toBeNull()

  await beginSession('another')
  await openHome()
  await screen.findByRole('dialog', { name: 'Notices' })
})

test('who is being welcomed is shown that alone, and who joined after all notices none', async () => {
  member = { id: 1, created_at: JOINED, welcome: true }
  await openHome()
  await screen.findByRole('dialog', { name: 'Welcome to BTBC' })
  expect(screen.queryByText('Newer, in short')).toBeNull()
  member = { id: 1, created_at: '2026-03-06T12:00:00.000Z', welcome: false }
  await openHome()
  expect(screen.queryByRole('dialog')).toBeNull()
})
