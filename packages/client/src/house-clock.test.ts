import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readLaunches } from '@btbc/contract/mining.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { createClient } from '#client.ts'
import { hearHouse, houseNow, houseTime } from '#house-clock.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
/** Far more than an answer of this machine takes. */
const NEAR_MS = 60_000

/** What the house's clock shows, by how much it is ahead of this machine's; unsaid where undefined. */
let houseAhead: number | undefined
const server = createServer((_request, response) => {
  const said = houseAhead !== undefined && { 'house-time': String(realNow() + houseAhead) }
  response.writeHead(200, { 'content-type': 'application/json', ...said })
  response.end(JSON.stringify({ type: 'ok', message: {} }))
})
const realNow = Date.now

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

afterEach(() => void vi.restoreAllMocks())

async function ask() {
  const { port } = server.address() as AddressInfo
  await createClient({ base: `http://127.0.0.1:${port}` }).send(readLaunches)
}

const offBy = (ms: number) => Math.abs(houseNow() - realNow() - ms)

test.each([-HOUR_MS, HOUR_MS])(
  'on a device whose clock is %i ms ahead the house says what time it is',
  async (deviceAhead) => {
    houseAhead = YEAR_MS
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + YEAR_MS + deviceAhead)
    await ask()
    expect(offBy(YEAR_MS)).toBeLessThan(NEAR_MS)
    expect(Math.abs(houseTime(Date.now()) - realNow() - YEAR_MS)).toBeLessThan(NEAR_MS)
    // Somebody sets the device's clock while the app is open.
    vi.spyOn(Date, 'now').mockImplementation(realNow)
    expect(offBy(YEAR_MS)).toBeLessThan(NEAR_MS)
    // An answer of somebody between us and the house says nothing of it.
    houseAhead = undefined
    await ask()
    expect(offBy(YEAR_MS)).toBeLessThan(NEAR_MS)
  },
)

test('the house moved its clock: with the next answer it is followed, ahead and back', async () => {
  for (const ahead of [YEAR_MS, 0]) {
    houseAhead = ahead
    await ask()
    expect(offBy(ahead)).toBeLessThan(NEAR_MS)
  }
})

test('a slow answer does not set back what a fast one said', () => {
  const page = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  hearHouse(50_000, 990)
  const known = houseNow()
  page.mockReturnValue(9_000)
  // Said when the request came, and eight seconds under way.
  hearHouse(50_005, 1_000)
  expect(houseNow()).toBe(known + 8_000)
})
