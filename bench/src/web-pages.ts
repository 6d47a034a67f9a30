import { markWelcomeSeen, readProfile } from '@btbc/contract/account.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { call, logIn, ok } from '@btbc/e2e/api.ts'
import { openProfile } from '@btbc/e2e/browser.ts'
import { makeDataDirectory, removeDataDirectory, startProduct } from '@btbc/e2e/product.ts'
import lighthouse, { type Flags } from 'lighthouse'

/** Lighthouse mobile of home (logged in, a run open) and of login: the median of three rounds. */

const ROUNDS = 3
const DEBUG_PORT = 9333

export type Scores = {
  performance: number
  accessibility: number
  lcpMs: number
  tbtMs: number
  cls: number
}

export async function measurePages(): Promise<{ home: Scores; login: Scores }> {
  const data = makeDataDirectory()
  const product = await startProduct(data)
  const browser = await openProfile([`--remote-debugging-port=${DEBUG_PORT}`])
  try {
    const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
    const { id } = ok(await call(product.url, readProfile, {}, { token }))
    ok(await call(product.url, startRun, {}, { token }))
    ok(await call(product.url, markWelcomeSeen, {}, { token }))
    const login = await medianOfRounds(`${product.url}/login`)
    const page = await browser.newPage()
    await page.goto(`${product.url}/login`)
    await page.evaluate(
      (entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      },
      Object.entries({ token, user_id: String(id), lang: 'en', locale: 'en' }),
    )
    const home = await medianOfRounds(`${product.url}/`)
    return { home, login }
  } finally {
    await browser.close()
    await product.end('SIGTERM')
    removeDataDirectory(data)
  }
}

async function medianOfRounds(url: string): Promise<Scores> {
  const rounds: Scores[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runLighthouse(url))
  const median = (pick: (scores: Scores) => number) =>
    rounds.map(pick).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  return {
    performance: median((each) => each.performance),
    accessibility: median((each) => each.accessibility),
    lcpMs: median((each) => each.lcpMs),
    tbtMs: median((each) => each.tbtMs),
    cls: median((each) => each.cls),
  }
}

async function runLighthouse(url: string): Promise<Scores> {
  const flags: Flags = {
    port: DEBUG_PORT,
    output: 'json',
    logLevel: 'silent',
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility'],
  }
  const result = await lighthouse(url, flags)
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}`)
  const { categories, audits, finalDisplayedUrl } = result.lhr
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`asked for ${url}, measured ${finalDisplayedUrl}`)
  }
  return {
    performance: Math.round((categories['performance']?.score ?? 0) * 100),
    accessibility: Math.round((categories['accessibility']?.score ?? 0) * 100),
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? 0,
    tbtMs: audits['total-blocking-time']?.numericValue ?? 0,
    cls: audits['cumulative-layout-shift']?.numericValue ?? 0,
  }
}
