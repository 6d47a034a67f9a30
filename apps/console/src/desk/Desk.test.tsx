// @vitest-environment jsdom
import { listCases } from '@btbc/contract/operator/case.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient, useCall } from '#api/query.ts'
import { Desk } from '#desk/Desk.tsx'
import { ProposalList } from '#desk/ProposalList.tsx'

configure({ asyncUtilTimeout: 60_000 })

const at = '2026-03-01T12:00:00.000Z'
/** How many the server has of whatever is asked for. */
let total: number
let state: 'accepted' | 'pending'

beforeEach(() => {
  state = 'accepted'
  vi.stubGlobal('fetch', async (url: string) => {
    const asked = new URL(url, 'http://console.test').searchParams
    const [page, limit] = [Number(asked.get('page')), Number(asked.get('limit') ?? 50)]
    if (url.includes('/campaign/whole')) return Response.json({ type: 'ok', message: campaign })
    const ids = Array.from({ length: total }, (_, index) => index + 1)
    const list = ids.slice((page - 1) * limit, page * limit).map(rowOf)
    return Response.json({ type: 'ok', message: { list, total, page, limit } })
  })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const campaign = { rules: 'Every invite counts.\nOnce.', vests_at: null, prizes: [] }

/** A case and a proposal at once. */
function rowOf(id: number) {
  const ofCase = { title: `No ${id}`, member: '', amount: null, currency: null, opened_at: at }
  const isCase = id % 2 === 1
  const other = id === 4 ? ['campaign.publish', 'campaign 7'] : ['pool.fund', 'pool:lock']
  const [kind, subject] = isCase ? ['case.accept', `coin_withdrawal ${id}`] : other
  const ofProposal = {
    kind,
    subject,
    summary: `No ${id}`,
    made_by: { id: 1, name: 'Rita' },
    made_at: at,
    reason: '',
    expires_at: at,
    decides: true,
  }
  return { id, state, proposed: false, ...ofCase, ...ofProposal, decided_by: null }
}

function shown(list: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{list}</QueryClientProvider>
    </RouterContextProvider>,
  )
}

function Cases() {
  const [page, setPage] = useState(1)
  const [id, setId] = useState<number>()
  const nothing = () => undefined
  const open = (next: number | undefined) => {
    setId(next)
    return undefined
  }
  const acts = { turn: nothing, open, close: nothing }
  const query = useCall(listCases, { queue: 'identity', show: 'waiting', page })
  return (
    <Desk
      desk={{ show: 'waiting', page, setPage, id, ...acts }}
      query={query}
      line={(row) => ({ ...row, under: row.member, since: row.opened_at })}
      amounts={false}
    >
      {null}
    </Desk>
  )
}

const lists: readonly (readonly [what: string, list: ReactNode, perPage: number])[] = [
  ['cases', <Cases key="cases" />, 50],
  ['proposals', <ProposalList key="proposals" of={{}} empty="Nothing." />, 20],
]

test.each(lists)(
  'the last page of %s that is decided empty turns to the one before',
  async (_what, list, perPage) => {
    total = perPage + 1
    shown(list)
    fireEvent.click(await screen.findByText('Older'))
    await screen.findByText(`No ${perPage + 1}`)
    total = perPage
    await act(async () => await queryClient.invalidateQueries())
    await screen.findByText('No 1')
    await waitFor(() => expect(screen.queryByText('Older')).toBeNull())
  },
)

test('a proposal leads to what it is about, and a case is accepted there alone', async () => {
  total = 2
  state = 'pending'
  shown(<ProposalList of={{ state }} empty="Nothing." />)
  const way = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await way('See case 1 in Withdrawals')).toBe('/withdrawals?way=coin_withdrawal&id=1')
  expect(await way('See it in Pools')).toBe('/pools')
  const funding = screen.getByRole('article', { name: 'No 2' })
  expect(screen.getAllByRole('button', { name: 'Accept' })).toEqual([
    within(funding).getByRole('button', { name: 'Accept' }),
  ])
})

test('the rules of a campaign stand above the buttons that accept it', async () => {
  total = 4
  state = 'pending'
  shown(<ProposalList of={{ state }} empty="Nothing." />)
  const card = await screen.findByRole('article', { name: 'No 4' })
  const rules = await within(card).findByText(/Every invite counts\./)
  const accept = within(card).getByRole('button', { name: 'Accept' })
  expect(rules.compareDocumentPosition(accept)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('J goes to the case below, whatever the queue is sorted by', async () => {
  total = 12
  shown(<Cases />)
  const cases = screen.findAllByRole('button', { name: /^No \d+$/ })
  expect((await cases).map((each) => each.textContent)).toContain('No 12')
  const sort = () => fireEvent.click(screen.getByRole('button', { name: 'Case' }))
  const names = () =>
    screen.getAllByRole('button', { name: /^No \d+$/ }).map((each) => each.textContent)
  // From the highest number down.
  for (let press = 0; press < 3 && names()[0] !== 'No 12'; press += 1) sort()
  expect(names().slice(0, 3)).toEqual(['No 12', 'No 11', 'No 10'])
  const openOne = () => document.querySelector('[aria-current]')?.textContent
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(openOne()).toBe('No 12')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(openOne()).toBe('No 11')
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(openOne()).toBe('No 12')
})
