// @vitest-environment jsdom
import { readProfile } from '@btbc/contract/account.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { readHome } from '@btbc/contract/home.ts'
import { buyLaunches, listMachines, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readHomeContent } from '@btbc/contract/news.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { readSecurity } from '@btbc/contract/security.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient, readTogether, useCall, useSend } from '#api/query.ts'
import { shown } from '#testing/shown.tsx'

let asked: string[]
let isLost: boolean

beforeEach(() => {
  asked = []
  isLost = false
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace('/api', ''))
    if (isLost && url.endsWith('/machine/buy_times')) throw new TypeError('network')
    const others = { profile: {}, team: {}, output: {}, machines: [], content: {} }
    const isHome = url.endsWith('/home')
    const message = isHome ? { ...others, launches: { free_times: 3 } } : {}
    return Response.json({ type: 'ok', message })
  })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Home() {
  const launches = useCall(readLaunches)
  const wallets = useCall(listWallets)
  const security = useCall(readSecurity)
  const buy = useSend(buyLaunches)
  const isThere = launches.isSuccess && wallets.isSuccess && security.isSuccess
  return (
    <button type="button" onClick={() => buy.mutate({ request: { times: 1 } })}>
      {isThere ? 'Buy' : 'Wait'}
    </button>
  )
}

test('after a change whatever is shown of the same is asked again, also when its answer was lost', async () => {
  await shown(<Home />)
  for (const lost of [false, true]) {
    const button = await screen.findByText('Buy')
    asked = []
    isLost = lost
    fireEvent.click(button)
    const all = ['/machine/buy_times', '/machine/get_free_times', '/wallet/list']
    await waitFor(() => expect(asked.toSorted()).toEqual(all))
  }
})

const parts = {
  profile: readProfile,
  team: readTeam,
  launches: readLaunches,
  output: readOutput,
  machines: listMachines,
  content: readHomeContent,
}

function Together() {
  useState(() => readTogether(readHome, parts))
  const launches = useCall(readLaunches)
  const buy = useSend(buyLaunches)
  return (
    <button type="button" onClick={() => buy.mutate({ request: { times: 1 } })}>
      {launches.data ? `${launches.data.free_times} left` : 'Wait'}
    </button>
  )
}

test('what a screen is made of is one call, and after a change only what changed is asked for', async () => {
  await shown(<Together />)
  const button = await screen.findByText('3 left')
  expect(asked).toEqual(['/home'])
  fireEvent.click(button)
  await screen.findByText('undefined left')
  expect(asked).toEqual(['/home', '/machine/buy_times', '/machine/get_free_times'])
})

/** Each press is that of another sheet. */
function Order() {
  const [placed, setPlaced] = useState(0)
  const place = useSend(placeBuy, { quiet: true })
  const order = { legal_id: 3, currency_id: 1, mode: 1 as const, spend: '5.00000000' }
  const send = () => {
    place.mutate({ request: order, own: { client_id: `id ${placed}` } })
    setPlaced(placed + 1)
  }
  return (
    <button type="button" onClick={send}>
      Place
    </button>
  )
}

test('an order whose answer was lost is the same order when it is asked again, and another after an answer', async () => {
  const ids: unknown[] = []
  let answers = 0
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    ids.push((JSON.parse(init.body) as { client_id: string }).client_id)
    answers += 1
    if (answers < 3) throw new TypeError('network')
    return Response.json({ type: 'ok', message: {} })
  })
  await shown(<Order />)
  for (const count of [1, 2, 3, 4]) {
    fireEvent.click(screen.getByText('Place'))
    await waitFor(() => expect(ids).toHaveLength(count))
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  }
  expect(ids).toEqual(['id 0', 'id 0', 'id 0', 'id 3'])
})
