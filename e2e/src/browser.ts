import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  chromium as playwright,
  type Page,
} from 'playwright-core'

/** A real browser: the system's Chromium when there is one, else the one inside an npm package. */

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome']
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Meant for a cloud function: one process has one storage for all phones, and no web security is no browser. */
const UNWANTED_FLAGS = new Set([
  '--single-process',
  '--disable-web-security',
  '--allow-running-insecure-content',
])
/** Painting takes as long as all else that a browser does: in full for people who want to look. */
const TAKES_SHOTS = process.env['BTBC_SHOTS'] === '1'
const SHOTS = path.resolve(import.meta.dirname, '../shots')

export const PHONE = { width: 390, height: 844 }
/** The slowest answer of a screen; what takes longer is a fault. */
export const SCREEN_MS_MAX = 60_000

let launched: Promise<Browser> | undefined

/** One for all files that this process tests; it ends with the process. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launched
  if (browser?.isConnected() === true) return browser
  launched = launchOptions([]).then((options) => playwright.launch(options))
  return await launched
}

/** Leaves nothing open for the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** A browser whose pages share its one profile, for tools that open pages of their own. */
export async function openProfile(extraFlags: readonly string[]): Promise<BrowserContext> {
  return await playwright.launchPersistentContext('', await launchOptions(extraFlags))
}

/** Unpacks the one of the npm package, if it is needed: two processes at once would break it. */
export async function unpackBrowser(): Promise<void> {
  if (findSystemBrowser() === undefined) await chromium.executablePath()
}

function findSystemBrowser(): string | undefined {
  return SYSTEM_BROWSERS.find((file) => existsSync(file))
}

async function launchOptions(extraFlags: readonly string[]) {
  const system = findSystemBrowser()
  const packaged = chromium.args.filter((flag) => !UNWANTED_FLAGS.has(flag))
  return {
    executablePath: system ?? (await chromium.executablePath()),
    args: [...(system === undefined ? packaged : []), ...FLAGS, ...extraFlags],
  }
}

export type Theme = 'day' | 'night'

/** A phone with its own storage. Whatever the page complains about on its console is collected. */
export async function openPhone(
  browser: Browser,
  options: {
    url: string
    /** By default the night; 'system' is as the device is set. */
    theme?: Theme | 'system'
    language?: string
    token?: string
    userId?: number
    scale?: number
  },
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: options.scale ?? (TAKES_SHOTS ? 2 : 1),
    hasTouch: true,
    isMobile: true,
    baseURL: options.url,
    locale: 'en',
    reducedMotion: 'reduce',
    // The worker would answer before the network: here every request is to be seen.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(SCREEN_MS_MAX)
  await keepNotices(context)
  const stored = {
    ...(options.theme === 'system' ? {} : { mode: options.theme ?? 'night' }),
    lang: options.language ?? 'en',
    locale: options.language ?? 'en',
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(options.userId === undefined ? {} : { user_id: String(options.userId) }),
  }
  await context.addInitScript((entries) => {
    // A framed document without an origin has no storage.
    if (globalThis.origin === 'null') return
    for (const [key, value] of entries) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    }
  }, Object.entries(stored))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Of our own doing, see above.
    if (message.text().startsWith('Service Worker registration blocked')) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return { context, page, complaints }
}

/** Keeps what notices say on every page of this context: each of them is gone after a moment. */
export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const notices: string[] = []
    Object.assign(globalThis, { notices })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.toast')) {
        if (textContent !== notices.at(-1)) notices.push(textContent)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** A picture for a person to look at, in e2e/shots. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!TAKES_SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) })
}
