/**
 * How smoothly the exchange screen draws while its book moves: a phone four times slower than this
 * machine, and fifty changes of the book a second, each a real order placed or cancelled.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { readProfile } from '@btbc/contract/account.ts'
import { cancelOrder, placeBuy, readOrderForm } from '@btbc/contract/exchange.ts'
import { call, logIn, ok } from '@btbc/e2e/api.ts'
import { openBrowser, openPhone } from '@btbc/e2e/browser.ts'
import { makeDataDirectory, removeDataDirectory, startProduct } from '@btbc/e2e/product.ts'
import { type BenchResult, median } from '#result.ts'

const ROUNDS = 3
const SLOWER = 4
const CHANGES_PER_SECOND = 50
const WARM_UP_MS = 4_000
const MEASURE_MS = 8_000
/** Two frames of a screen that draws sixty a second, and a little. */
const FRAME_MS_MAX = 34
const OPEN_ORDERS = 40
/** The market that the screen opens with. */
const BTC = 1

export async function run(): Promise<BenchResult> {
  const data = makeDataDirectory()
  const product = await startProduct(data)
  const browser = await openBrowser()
  try {
    const trader = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
    const token = await logIn(product.url, 'bob@btbc.test', 'btbc-test-1')
    const { id } = ok(await call(product.url, readProfile, {}, { token }))
    const { page } = await openPhone(browser, { url: product.url, token, userId: id, scale: 2 })
    await page.goto('/exchange')
    await page.getByRole('list', { name: 'Offers to buy' }).waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const stop = moveBook(product.url, trader)
    const rounds: Frames[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      await sleep(WARM_UP_MS)
      const frames = await watchFrames(page)
      rounds.push(frames)
      console.error(`round ${round}: ${JSON.stringify(frames)}`)
    }
    const changesPerSecond = await stop()
    const of = (pick: (frames: Frames) => number) => median(rounds.map(pick))
    const medians = {
      'changes of the book per second': changesPerSecond,
      'frames drawn per second': of(({ frames }) => (frames / MEASURE_MS) * 1000),
      'frames over 34 ms in 8 s': of(({ slow }) => slow),
      'longest frame, ms': of(({ longestMs }) => longestMs),
      'long tasks in 8 s': of(({ longTasks }) => longTasks),
    }
    return { bench: 'frames', ratios: {}, medians, unit: '' }
  } finally {
    await browser.close()
    await product.end('SIGTERM')
    removeDataDirectory(data)
  }
}

type Page = Awaited<ReturnType<typeof openPhone>>['page']
type Frames = { frames: number; slow: number; longestMs: number; longTasks: number }

async function watchFrames(page: Page): Promise<Frames> {
  return await page.evaluate(
    async ({ durationMs, slowMs }) => {
      let longTasks = 0
      const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
      observer.observe({ type: 'longtask' })
      const gaps: number[] = []
      const startedAt = performance.now()
      await new Promise<void>((resolve) => {
        let last: number | undefined
        const draw = (now: number): void => {
          if (last !== undefined) gaps.push(now - last)
          last = now
          if (now - startedAt < durationMs) requestAnimationFrame(draw)
          else resolve()
        }
        requestAnimationFrame(draw)
      })
      observer.disconnect()
      return {
        frames: gaps.length,
        slow: gaps.filter((gap) => gap > slowMs).length,
        longestMs: Math.round(Math.max(...gaps)),
        longTasks,
      }
    },
    { durationMs: MEASURE_MS, slowMs: FRAME_MS_MAX },
  )
}

/** Places orders near the best prices and cancels the oldest; answers its true pace when stopped. */
function moveBook(url: string, token: string): () => Promise<number> {
  const stopping = new AbortController()
  let changes = 0
  const startedAt = performance.now()
  const open: number[] = []
  const step = async (): Promise<void> => {
    const oldest = open.length >= OPEN_ORDERS ? open.shift() : undefined
    if (oldest !== undefined) {
      await call(url, cancelOrder, { id: oldest, type: 'in' }, { token })
    } else {
      const { best_bid: best } = ok(
        await call(url, readOrderForm, { legal_id: 3, currency_id: BTC }, { token }),
      )
      const price = (Number(best) - (changes % 5) * 0.01).toFixed(2)
      const placing = { legal_id: 3, currency_id: BTC, price, num: '0.001', mode: 2 } as const
      open.push(ok(await call(url, placeBuy, placing, { token })).id)
    }
    changes += 1
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await step()
      const dueMs = (changes / CHANGES_PER_SECOND) * 1000
      await sleep(Math.max(0, startedAt + dueMs - performance.now()))
    }
  }
  const working = work()
  return async () => {
    stopping.abort()
    await working
    return (changes / (performance.now() - startedAt)) * 1000
  }
}
