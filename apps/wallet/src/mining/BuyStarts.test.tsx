// @vitest-environment jsdom
import { readLaunches } from '@btbc/contract/mining.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { Team } from '#mining/bonus.ts'
import { BuyStarts } from '#mining/BuyStarts.tsx'
import { paths } from '#paths.ts'
import { shownAt } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what one start gives is said as a run gives it, to its last unit', async () => {
  const launches = { free_times: 0, award_receives: 0, price: '1.00000000' }
  vi.stubGlobal('scrollTo', () => undefined)
  const profile = { change_wallet: { balance: [] } }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ type: 'ok', message: url.includes(readLaunches.path) ? launches : profile }),
  )
  // 24 times what an hour gives, in whole units, would be 0.52399992.
  const hour = { base_output: '0.00100000', machine_output: '0.02083333' }
  const team = { ...hour, next_output: '0.52400000' } as Team
  await shownAt(() => <BuyStarts team={team} onDone={() => undefined} />, paths.home())
  fireEvent.click(await screen.findByRole('button', { name: '50' }))
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  expect(screen.getByText('24 h at today’s power').nextSibling?.textContent).toBe('0.5240 BTBC')
})
