import { listArticles } from '@btbc/contract/news.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call, join, logIn, ok } from '#api.ts'
import { atHome } from '#at-home.ts'
import { closePages, openBrowser, openPhone } from '#browser.ts'
import { goOn, goTo } from '#going-on.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** What lies over a page, sheets and screens that are presented as dialogs: how it comes, goes and leaves the focus. */

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  const alice = await atHome(browser, {
    url,
    token: await logIn(url, 'alice@btbc.test', 'btbc-test-1'),
  })
  page = alice.page
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('back closes what lies over the page before it leaves the page', async () => {
  await goTo(page, '/assets3')
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  const sheet = page.getByRole('dialog')
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await sheet.waitFor()
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBe(1)
    await close()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
    expect(new URL(page.url()).pathname).toBe('/Ucenter')
  }
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
})

test('a screen presented as a dialog is closed by its cross, Escape and back, and its link has the focus again', async () => {
  await goTo(page, '/Ucenter')
  const dialog = page.getByRole('dialog', { name: 'Red packets and codes' })
  const link = page.getByRole('main').getByRole('link', { name: 'Red packets and codes' })
  const ways = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]
  for (const close of ways) {
    await link.click()
    await dialog.getByRole('button', { name: 'Open' }).waitFor()
    expect(await dialog.getAttribute('aria-modal')).toBe('true')
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await close()
    await link.waitFor()
    await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
})

test('a dialog rises where motion is welcome, and the mark stands still above it', async () => {
  const tab = await page.context().newPage()
  await tab.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    const start = document.startViewTransition.bind(document)
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { pseudoElement } = effect as KeyframeEffect
        moved.push(`${pseudoElement} ${String(effect?.getComputedTiming().duration)}`)
      }
    }
    document.startViewTransition = (change) => {
      const transition = start(change)
      // One that is skipped, as a busy machine does, is none.
      void transition.ready.then(look, () => undefined)
      return transition
    }
  })
  for (const [reducedMotion, ms] of [
    ['no-preference', 320],
    ['reduce', 0.01],
  ] as const) {
    await tab.emulateMedia({ reducedMotion })
    await tab.goto('/Ucenter')
    const link = tab.getByRole('main').getByRole('link', { name: 'Red packets and codes' })
    const openAndClose = async () => {
      await link.click()
      await tab.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await link.waitFor()
      return await tab.evaluate(() => (globalThis as { moved?: string[] }).moved)
    }
    const rises = `::view-transition-new(dialog-page) ${ms}`
    await expect.poll(openAndClose, { timeout: 30_000 }).toContain(rises)
    const moved = (await openAndClose()) ?? []
    expect(moved.some((each) => each.startsWith('::view-transition-group(test-mark)'))).toBe(true)
    expect(moved.filter((each) => /(old|new)\(test-mark\)/.test(each))).toEqual([])
  }
  await tab.close()
})

test('a turn of screens that another overtakes is no error', async () => {
  const { context, page: phone, complaints } = await openPhone(browser, { url: product.url })
  await phone.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      const overtaken = start(change)
      start(() => undefined)
      return overtaken
    }
  })
  await goOn(phone, '/help')
  await goOn(phone, '/Kefu')
  await phone.locator('h1').first().waitFor()
  await context.close()
  expect(complaints).toEqual([])
})

test('Escape takes a sheet off a dialog, and the next one the dialog', async () => {
  await goTo(page, '/assets')
  await page.getByRole('main').getByRole('link', { name: 'All records' }).click()
  const dialog = page.getByRole('dialog', { name: 'Records' })
  await dialog.getByRole('button', { name: /^Show/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Show' })
  await sheet.waitFor()
  await expect.poll(() => page.evaluate(() => history.state.covers)).toBe(1)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
  expect(new URL(page.url()).pathname).toBe('/income')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'My assets' }).waitFor()
})

test('a dialog that was opened by its address is closed to the screen it belongs to', async () => {
  const { list } = ok(await call(product.url, listArticles, { c_id: 4 }))
  const notice = list[0]?.id ?? 0
  for (const [address, below] of [
    ['/identity', '/Ucenter'],
    ['/redeem', '/Ucenter'],
    ['/income', '/assets'],
    ['/withdrawal?currency=28', '/assets3'],
    ['/feedback/new', '/feedback'],
    [`/notice/${notice}`, '/notice'],
  ] as const) {
    const tab = await page.context().newPage()
    await tab.goto(address)
    await tab.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await tab.waitForURL((url) => url.pathname === below)
    await tab.close()
  }
})

test('a sheet that comes by itself has the focus as a whole, and leaves it to the page', async () => {
  const newcomer = await join(product.url, 'newcomer@example.test')
  const { page: tab, context } = await openPhone(browser, {
    url: product.url,
    token: newcomer.token,
    userId: newcomer.id,
  })
  await tab.goto('/')
  const welcome = tab.getByRole('dialog', { name: 'Welcome to BTBC' })
  await welcome.getByText('50 BTBC', { exact: true }).waitFor()
  await expect
    .poll(() => tab.evaluate(() => document.activeElement?.getAttribute('role')))
    .toBe('dialog')
  await welcome.getByRole('button', { name: 'Go to my dial' }).click()
  await welcome.waitFor({ state: 'detached' })
  await expect.poll(() => tab.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await context.close()
})
