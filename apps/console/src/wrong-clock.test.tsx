// @vitest-environment jsdom
import { readOperator } from '@btbc/contract/operator/access.ts'
import { listCases } from '@btbc/contract/operator/case.ts'
import { listWaiting, readDayReport } from '@btbc/contract/operator/report.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

// No browser is without it.
Element.prototype.scrollIntoView = () => undefined
configure({ asyncUtilTimeout: 60_000 })

/** What the operator's device shows does not matter: moments of the house are held against the house's. */

/** Far from the time of this machine, so that nobody goes by that unseen. */
const HOUSE_MS = Date.parse('2031-03-01T23:30:00.000Z')
const HOUR_MS = 3_600_000
const waited = new Date(HOUSE_MS - 95 * 60_000).toISOString()

const operator = { id: 1, name: 'Rita', mail: 'rita@example.test', roles: ['admin'] }
const ends = { session_ends_at: waited, idle_ends_at: waited }
const ofCase = { title: 'No 1', member: '', amount: null, currency: null, opened_at: waited }
const work = { work: 'identity', waiting: 1, urgency: 'waits', decides: true, held: null }
const page = { total: 1, page: 1, limit: 50 }
const messages: Readonly<Record<string, unknown>> = {
  [readOperator.path]: { ...operator, ...ends },
  [listCases.path]: { list: [{ id: 1, state: 'pending', proposed: false, ...ofCase }], ...page },
  [listWaiting.path]: [{ ...work, oldest_at: waited, due_at: null }],
}

/** A console opened anew at this place, on a device whose clock is so far ahead of the house. */
async function open(path: string, aheadMs: number): Promise<string[]> {
  const asked: string[] = []
  vi.useFakeTimers({ toFake: ['Date'], now: HOUSE_MS + aheadMs })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const message = messages[url.replace('/operator/api', '').replace(/\?.*/, '')]
    const answer = message ? { type: 'ok', message } : { type: 'error', message: 'Not now.' }
    return Response.json(answer, { headers: { 'house-time': String(HOUSE_MS) } })
  })
  vi.resetModules()
  const [{ router }, { queryClient }, { keepToken }] = await Promise.all([
    import('#routes.tsx'),
    import('#api/query.ts'),
    import('#session.ts'),
  ])
  keepToken('secret')
  router.update({ history: createMemoryHistory({ initialEntries: [`/console${path}`] }) })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return asked
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const devices = [-HOUR_MS, 0, HOUR_MS]

test.each(devices)('a case has waited as long on a device %i ms ahead', async (ahead) => {
  await open('/identity', ahead)
  await screen.findByText('1 h 35 min')
})

test.each(devices)('so has the oldest of its queue on a device %i ms ahead', async (ahead) => {
  await open('/', ahead)
  await screen.findByText(/1 h 35 min/)
})

test.each(devices)('the day of the house is reported on a device %i ms ahead', async (ahead) => {
  const asked = await open('/reports', ahead)
  await vi.waitFor(() => expect(asked.join()).toContain(readDayReport.path), 60_000)
  expect(asked.filter((url) => url.includes(readDayReport.path))[0]).toContain('day=2031-03-01')
})

test.each(devices)('a campaign begins now on a device %i ms ahead', async (ahead) => {
  await open('/campaigns', ahead)
  const begins = await screen.findByLabelText<HTMLInputElement>('Starts (UTC)')
  expect(begins.value).toMatch(/^2031-03-01T23:(30|31)$/)
})
