// @vitest-environment jsdom
import { buyLaunches, readLaunches } from '@btbc/contract/mining.ts'
import { readSecurity } from '@btbc/contract/security.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useCall, useSend } from '#api/query.ts'
import { shown } from '#testing/shown.tsx'

let asked: string[]
let isLost: boolean

beforeEach(() => {
  asked = []
  isLost = false
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace('/api', ''))
    if (isLost && url.endsWith('/machine/buy_times')) throw new TypeError('network')
    return Response.json({ type: 'ok', message: {} })
  })
})

afterEach(() => {
  cleanup()
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
