import { listFunds } from '@btbc/contract/fund.ts'
import { listLocks } from '@btbc/contract/lock.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, balanceOf, call, logIn, ok } from '#api.ts'
import { atHome } from '#at-home.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { faultsOf } from '#screen-faults.ts'

/** What brings an income by itself, as a member goes it: a lock and its early end, a fund and its maturity. */

const DAY_S = 24 * 60 * 60
const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let token: string
let userId: number
let page: Page
let complaints: string[]

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const phone = await atHome(browser, { url, token })
  page = phone.page
  complaints = phone.complaints
  userId = phone.userId
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('a lock says what it brings and what is left behind it, pays its first day, and ends early as it was shown', async () => {
  const screen = { path: '/trade', shot: 'earn-01-plan', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  await page.getByRole('img', { name: /100.00 USDT bring 1.00 USDT/ }).waitFor()
  await page.getByText('Set aside for new income: 300,000.00 USDT').waitFor()
  await page.getByText('Please enter the amount').waitFor()
  await page.getByRole('button', { name: /^USDT to lock/ }).click()
  const pad = page.getByRole('dialog', { name: 'USDT to lock' })
  await pad.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type('200')
  await shoot(page, 'earn-02-pad')
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByText('2.00 USDT a day, 60.00 USDT in all').waitFor()
  await page.getByRole('button', { name: 'Review lock' }).click()
  const sheet = page.getByRole('dialog', { name: 'Lock plan' })
  await sheet.getByText('260.00 USDT').waitFor()
  await shoot(page, 'earn-03-receipt')
  await press(sheet.getByRole('button', { name: 'Lock 200.00 USDT' }))
  await sheet.getByRole('heading', { name: 'Locked' }).waitFor()
  await shoot(page, 'earn-04-locked')
  await close(sheet)
  await page.getByText(/Can be ended early from/).waitFor()

  await advance(product.url, 2 * DAY_S)
  const paid = async () => ok(await call(product.url, listLocks, {}, { token })).history_income
  await expect.poll(paid).toBe('4.00000000')
  expect(await faultsOf({ page, complaints }, { ...screen, shot: 'earn-05-running' })).toEqual([])
  const day = await openPhone(browser, { url: product.url, theme: 'day', token, userId })
  expect(await faultsOf(day, { ...screen, shot: 'earn-05-running-day' })).toEqual([])
  await day.context.close()
  await page.getByRole('img', { name: /4.00 USDT paid so far. 56.00 USDT more/ }).waitFor()
  await page.getByText('Day 2 of 30').waitFor()
  const calendar = { path: '/calendar', shot: 'earn-16-calendar', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, calendar)).toEqual([])
  const plot = /Within these days 56.00 USDT of income come on 28 days, and 200.00 USDT/
  await page.getByRole('img', { name: plot }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as calendar file (.ics)' }).click()
  expect((await saved).suggestedFilename()).toBe('btbc-test-earn.ics')
  await page.getByText('By contract').click()
  await page.getByRole('link', { name: /56.00 USDT to come/ }).click()
  await page.getByRole('heading', { name: /^Lock \d+$/ }).waitFor()
  await page.goto('/trade')
  await page.getByRole('button', { name: 'End early' }).click()
  const exit = page.getByRole('dialog', { name: /End lock/ })
  await exit.getByText('56.00 USDT').waitFor()
  await shoot(page, 'earn-06-exit')
  await press(exit.getByRole('button', { name: 'End early' }))
  await exit.getByRole('heading', { name: 'Ended' }).waitFor()
  await close(exit)
  await page.getByText('No lock is running.').waitFor()
  const inEarn = await balanceOf(product.url, token, { wallet: 'lever', coin: 'USDT' })
  expect(inEarn).toBe('204.00000000')
  expect(complaints).toEqual([])
})

test('a fund says what it brings, takes no less than its minimum, and pays amount and yield at maturity', async () => {
  const screen = { path: '/Bank', shot: 'earn-07-funds', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  const day = await openPhone(browser, { url: product.url, theme: 'day', token, userId })
  expect(await faultsOf(day, { ...screen, shot: 'earn-07-funds-day' })).toEqual([])
  await day.context.close()
  await page.getByRole('button', { name: 'Buy' }).first().click()
  const sheet = page.getByRole('dialog', { name: '7 days' })
  await sheet.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type('4')
  await sheet.getByText('you need input min5$').waitFor()
  await page.keyboard.type('00')
  await sheet.getByText('4.00 USDT more after 7 days').waitFor()
  await shoot(page, 'earn-08-amount')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByText('404.00 USDT').waitFor()
  await shoot(page, 'earn-09-receipt')
  await press(sheet.getByRole('button', { name: 'Put in 400.00 USDT' }))
  await sheet.getByRole('heading', { name: 'Bought' }).waitFor()
  await close(sheet)
  await advance(product.url, 7 * DAY_S)
  const ended = async () => ok(await call(product.url, listFunds, { status: 1 }, { token })).total
  await expect.poll(ended).toBe(1)
  const question = page.getByRole('region', { name: /^Fund \d+ has ended$/ })
  await question.getByText('400.00 USDT came back to Earn on').waitFor()
  await shoot(page, 'earn-17-ended')
  await question.getByRole('button', { name: 'Put it in again' }).click()
  const again = page.getByRole('dialog', { name: /^Fund \d+ has ended$/ })
  await again.getByText('404.00 USDT').waitFor()
  await shoot(page, 'earn-18-again')
  await press(again.getByRole('button', { name: 'Put in 400.00 USDT again' }))
  await again.getByRole('heading', { name: 'It runs again' }).waitFor()
  await close(again)
  await expect.poll(() => question.count()).toBe(0)
  await page.getByRole('button', { name: 'My purchases' }).click()
  await page.getByRole('dialog', { name: 'My purchases' }).getByText('Ended').waitFor()
  await shoot(page, 'earn-10-records')
  expect(complaints).toEqual([])
})

test('a miner fund waits for its recharge, is set aside while Spot lacks the amount, and runs when it is paid', async () => {
  const screen = { path: '/Miner', shot: 'earn-11-machines', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  const move = (from_field: 'change' | 'lever', to_field: 'change' | 'lever') =>
    call(
      product.url,
      transferCoins,
      { from_field, to_field, currency_id: 3, number: '9000' },
      { token },
    )
  ok(await move('change', 'lever'))
  const openFund = async () => {
    await page.goto('/Miner')
    await page.getByText('Fund 30 d').click()
    await page.getByText(/Open since/).waitFor()
    await page.getByRole('heading', { name: 'Funds', exact: true }).waitFor()
  }
  await openFund()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Please rechange first').waitFor()
  await shoot(page, 'earn-12-miner')
  await page.getByRole('button', { name: 'Recharge' }).click()
  const sheet = page.getByRole('dialog', { name: '30 days' })
  await sheet.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type('1000')
  await sheet.getByRole('button', { name: 'Set it aside for 30 minutes' }).click()
  await shoot(page, 'earn-13-set-aside')
  await sheet.getByRole('button', { name: 'Set 60.00 USDT aside' }).click()
  await sheet.getByRole('heading', { name: 'Set aside' }).waitFor()
  await close(sheet)
  await page.getByText('Please complete the payment').waitFor()
  const awaiting = { path: '/Bank', shot: 'earn-14-awaiting', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, awaiting)).toEqual([])
  await page.getByRole('region', { name: 'Awaiting payment' }).waitFor()
  ok(await move('lever', 'change'))
  await openFund()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const pay = page.getByRole('dialog', { name: '30 days' })
  await press(pay.getByRole('button', { name: 'Pay 1,000.00 USDT' }))
  await pay.getByRole('heading', { name: 'Bought' }).waitFor()
  await close(pay)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('The Fund already running').waitFor()
  await shoot(page, 'earn-15-miner-runs')
  expect(complaints).toEqual([])
})

/** What is held by a finger is pressed twice by the keyboard. */
async function press(button: ReturnType<Page['getByRole']>): Promise<void> {
  await button.press('Enter')
  await button.press('Enter')
}

/** A result takes no tap in its first moment: that one may have been meant for what stood there before. */
async function close(sheet: ReturnType<Page['getByRole']>): Promise<void> {
  const done = sheet.getByRole('button', { name: 'Done' })
  await expect
    .poll(async () => {
      await done.click({ timeout: 1000 }).catch(() => undefined)
      return await sheet.count()
    })
    .toBe(0)
}
