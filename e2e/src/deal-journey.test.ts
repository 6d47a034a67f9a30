import { randomUUID } from 'node:crypto'

import { openDeal, payDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { PAY_MINUTES } from '@btbc/contract/deal-rules.ts'
import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import { applyToSell } from '@btbc/contract/offer.ts'
import { decideCase, listCases } from '@btbc/contract/operator/case.ts'
import { addPayee } from '@btbc/contract/payee.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, balanceOf, call, logIn, ok, sendPicture } from '#api.ts'
import { type AtHome, atHome } from '#at-home.ts'
import { closePages, openBrowser, openPhone, shoot, type Theme } from '#browser.ts'
import { enter, openDesk, operatorCall } from '#console.ts'
import { buy, confirm, leave, mind, offer, TITLE_END } from '#deal-acts.ts'
import { giveFactors, type NextCode } from '#factors.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { faultsOf } from '#screen-faults.ts'

/** Two phones: one offers USDT, the other buys; each hears what the other does without a reload. */

const SELLER = 'alice@btbc.test'
const BUYER = 'bob@btbc.test'
const PASSWORD = 'btbc-test-1'
const inP2p = { wallet: 'legal', coin: 'USDT' } as const
const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let seller: AtHome
let buyer: AtHome
let operator: string
/** The second of the two: a code opens one session. */
let seconder: string
let nextCode: NextCode

beforeAll(async () => {
  // The house's own seller would be matched as well.
  product = await startProduct(dataDirectory, { BTBC_LIQUIDITY: '0' })
  browser = await openBrowser()
  seller = await openSide(SELLER, 'day')
  buyer = await openSide(BUYER, 'night')
  await makeSeller()
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

async function openSide(mail: string, theme: Theme): Promise<AtHome> {
  const { url } = product
  return await atHome(browser, { url, token: await logIn(url, mail, PASSWORD), theme })
}

/** As in the journeys of the console: an identity, what a seller confirms with, and the question to an operator. */
async function makeSeller(): Promise<void> {
  const { url } = product
  const { token } = seller
  operator = await enter(product, 'olivia@btbc.test')
  seconder = await enter(product, 'omar@btbc.test')
  const accept = async (queue: 'identity' | 'seller') => {
    const { list } = await operatorCall(url, listCases, { queue }, operator)
    const decision = { queue, decision: 'accept', reason: 'whole' } as const
    await operatorCall(url, decideCase, { ...decision, id: list[0]?.id ?? 0 }, operator)
  }
  const sample = ok(await call(url, drawSampleDocument, {}, { token }))
  ok(await call(url, submitIdentity, sample, { token }))
  await accept('identity')
  await askInVain()
  nextCode = await giveFactors(url, { token, mail: SELLER, password: PASSWORD })
  ok(await call(url, applyToSell, {}, { token }))
  await accept('seller')
  ok(await call(url, addPayee, { way: 'alipay' }, { token }))
  const move = { number: '200', from_field: 'change', to_field: 'legal', currency_id: 3 } as const
  ok(await call(url, transferCoins, move, { token }))
}

/** Without a PIN and a second factor, by day and by night. */
async function askInVain(): Promise<void> {
  const { page } = seller
  const screen = (time: string) => ({
    path: '/seller',
    shot: `deal-00-unprotected-${time}`,
    titleEnd: TITLE_END,
  })
  expect(await faultsOf(seller, screen('day'))).toEqual([])
  expect(await faultsAtNight(seller, screen('night'))).toEqual([])
  await page.getByRole('link', { name: 'Go to Security' }).waitFor()
  await page.getByRole('button', { name: 'Ask to sell' }).click()
  await page.getByText('Set what is missing under Security first.').waitFor()
  await shoot(page, 'deal-00-refused-day')
}

test('a seller offers, a buyer buys and pays with a picture, the seller confirms: both see it as it happens', async () => {
  await offer(seller.page)
  await mind(seller.page)
  await buy(buyer, seller)
  const { page } = buyer
  const address = new URL(page.url())
  const detail = `${address.pathname}${address.search}`

  // The other side hears of it where it is.
  await seller.page.getByText('The buyer acts next').waitFor()
  await seller.page.getByRole('link', { name: /^Sold to/ }).click()
  await seller.page.getByText('The buyer has to pay.').waitFor()
  const look = (side: AtHome, shot: string) =>
    faultsOf(side, { path: detail, shot, titleEnd: TITLE_END })
  expect(await look(buyer, 'deal-03-to-pay-night')).toEqual([])
  expect(await look(seller, 'deal-03-to-pay-day')).toEqual([])

  await page.getByText('TEST details: no bank').waitFor()
  await page.getByRole('button', { name: 'Draw a sample picture' }).click()
  await page.getByText('You, the other side of the deal and an operator can see it.').waitFor()
  await page.getByRole('button', { name: 'I have paid' }).click()
  const warned = page.getByRole('dialog', { name: 'I have paid' })
  await warned.getByText(/malicious clicking may freeze the account/).waitFor()
  await shoot(page, 'deal-04-warning')
  await warned.getByRole('button', { name: 'I have paid' }).click()
  await page.getByText('Buyer paid, awaiting merchant').waitFor()

  await seller.page.getByText('Check that the payment is there').waitFor()
  expect(await look(seller, 'deal-05-to-confirm-day')).toEqual([])
  await seller.page.getByRole('button', { name: 'View the picture' }).click()
  await seller.page.getByRole('img', { name: /stamped TEST/ }).waitFor()
  await confirm(seller.page, nextCode)

  await page.getByText('the USDT are in your P2P wallet').waitFor()
  await page.getByText('Thumb up').click()
  await page.getByLabel('A line (optional)').fill('Within a minute')
  await page.getByRole('button', { name: 'Give it' }).click()
  await page.getByText('You gave a thumb up.').waitFor()
  await seller.page.getByText('They gave you a thumb up.').waitFor()
  await seller.page.getByRole('button', { name: /^Block/ }).click()
  const blocking = seller.page.getByRole('dialog', { name: /^Block/ })
  await blocking.getByRole('button', { name: /^Block/ }).click()
  await seller.page.getByText('You have blocked').waitFor()
  expect(await look(seller, 'deal-07-blocked-day')).toEqual([])
  await seller.page.goto('/upstart')
  await seller.page.getByRole('button', { name: /^Unblock: / }).waitFor()
  await shoot(seller.page, 'deal-07-blocked-list-day')
  await seller.page.getByRole('button', { name: /^Unblock: / }).click()
  await seller.page.getByText('Blocked members').waitFor({ state: 'detached' })
  expect(await look(buyer, 'deal-07-done-night')).toEqual([])
  const { token } = buyer
  expect(await balanceOf(product.url, token, inP2p)).toBe('100.00000000')
  const history = { path: '/upstart', shot: 'deal-08-history-night', titleEnd: TITLE_END }
  expect(await faultsOf(buyer, history)).toEqual([])
  await page.getByRole('link', { name: /^Bought from/ }).waitFor()
  expect([...buyer.complaints, ...seller.complaints]).toEqual([])
})

test('what the two do not agree on is split by two operators, and both phones say so', async () => {
  const id = await buyAgain('144')
  await pay(id)
  const detail = `/detail?id=${id}`
  for (const { page } of [buyer, seller]) await page.goto(detail)
  const statement = ({ page }: AtHome) => page.getByRole('form', { name: 'Your statement' })
  await buyer.page.locator('summary', { hasText: 'Open a dispute' }).click()
  await statement(buyer).getByRole('textbox').fill('I paid all of it.')
  await statement(buyer).getByRole('button', { name: 'Open a dispute' }).click()
  await buyer.page.getByText('You said: I paid all of it.').waitFor()
  await seller.page.getByText('The other side opened a dispute').waitFor()
  await statement(seller).getByRole('textbox').fill('Only a half arrived.')
  await statement(seller).getByRole('button', { name: 'Send the statement' }).click()
  await seller.page.getByText('You said: Only a half arrived.').waitFor()

  const first = await openDesk(browser, { url: product.url, token: operator })
  const desk = first.page
  await desk.goto('/console/disputes')
  await desk.getByRole('button', { name: `Deal ${id}` }).waitFor()
  await desk.keyboard.press('j')
  await desk.getByText('Only a half arrived.').waitFor()
  await desk.getByRole('button', { name: 'View: Payment, by the buyer' }).click()
  await desk.getByRole('img', { name: 'Payment, by the buyer' }).waitFor()
  await desk.keyboard.press('r')
  await desk.getByRole('button', { name: 'Propose to return it' }).waitFor()
  await desk.getByText('Split', { exact: true }).click()
  await desk.getByLabel(/^Percent of the escrow/).fill('25')
  await desk.getByLabel('Reason, which both sides read').fill('A quarter is on the statement')
  await desk.getByRole('button', { name: 'Propose 5.00 USDT for the buyer' }).click()
  await desk.getByText('You proposed this').waitFor()
  await shoot(desk, 'deal-09-proposed-desk')

  const { url } = product
  const look = { url, theme: 'day', phone: true, token: seconder } as const
  const second = await openDesk(browser, look)
  const screen = { shot: 'deal-10-second-phone', titleEnd: '- BTBC console (TEST)' }
  const path = `/console${detail.replace('detail', 'disputes')}`
  expect(await faultsOf(second, { path, ...screen })).toEqual([])
  await second.page.getByText('A quarter is on the statement').first().waitFor()
  await second.page.keyboard.press('a')
  await second.page.keyboard.type('I see the same')
  await second.page.getByRole('button', { name: 'Accept as the second' }).click()
  await second.page.getByText('15.00 USDT back into the stock').waitFor()
  for (const side of [buyer, seller]) {
    await side.page.getByText('Operators split the escrow.').waitFor()
    await side.page.getByText('A quarter is on the statement').waitFor()
    const shot = side === buyer ? 'deal-11-split-night' : 'deal-11-split-day'
    expect(await faultsOf(side, { path: detail, shot, titleEnd: TITLE_END })).toEqual([])
  }
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('what is not paid in time is cancelled by itself, what is paid only by both', async () => {
  const late = await buyAgain('216')
  for (const { page } of [buyer, seller]) await page.goto(`/detail?id=${late}`)
  await buyer.page.getByText('Pay the seller, then mark it').waitFor()
  await advance(product.url, PAY_MINUTES * 60)
  for (const { page } of [buyer, seller])
    await page.getByText('It was not paid within 30 minutes.').waitFor()
  await buyer.page.getByText('1 of 3 deals in 24 hours').waitFor()

  const both = await buyAgain('288')
  await pay(both)
  for (const { page } of [buyer, seller]) await page.goto(`/detail?id=${both}`)
  await cancelTogether(buyer.page)
  await buyer.page.getByText('You want to cancel.').waitFor()
  await seller.page.getByText('The other side wants to cancel.').waitFor()
  await cancelTogether(seller.page)
  for (const { page } of [buyer, seller])
    await page.getByText('Both sides agreed to cancel it.').waitFor()

  // One was released and one split: what was cancelled is in the list and not in the figures, which say so.
  await seller.page.goto('/seller')
  const figures = seller.page.getByRole('region', { name: 'My last 30 days' })
  await figures.getByText('Counted are deals that were released, one a day').waitFor()
  await figures.getByText('Deals counted').locator('..').getByText('2', { exact: true }).waitFor()
  await shoot(seller.page, 'deal-11-figures-day')
  expect([...buyer.complaints, ...seller.complaints]).toEqual([])
})

test('two operators end what the seller sells, who reads why and takes the stock out', async () => {
  const { url } = product
  const reason = 'Buyers waited for hours'
  const first = await openDesk(browser, { url, token: operator })
  const member = `/console/users?id=${seller.userId}`
  const screen = { path: member, titleEnd: '- BTBC console (TEST)' }
  expect(await faultsOf(first, { ...screen, shot: 'deal-12-seller-desk' })).toEqual([])
  await first.page.getByLabel(/^Why this member shall be no seller any more/).fill(reason)
  await first.page.getByRole('button', { name: 'Propose to end the selling' }).click()
  await first.page.getByText('is no seller any more').first().waitFor()
  await shoot(first.page, 'deal-12-proposed-desk')

  const second = await openDesk(browser, { url, theme: 'day', token: seconder })
  expect(await faultsOf(second, { ...screen, shot: 'deal-13-second-desk-day' })).toEqual([])
  const proposed = second.page.getByRole('article', { name: /is no seller any more/ })
  await proposed.getByLabel('Reason, for the audit log').fill('I see the same')
  await proposed.getByRole('button', { name: 'Accept', exact: true }).click()
  await proposed.waitFor({ state: 'detached' })
  await shoot(second.page, 'deal-13-accepted-desk-day')
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()

  const { page } = seller
  const left = (time: string) => ({
    path: '/seller',
    shot: `deal-14-ended-${time}`,
    titleEnd: TITLE_END,
  })
  expect(await faultsOf(seller, left('day'))).toEqual([])
  expect(await faultsAtNight(seller, left('night'))).toEqual([])
  await page.getByText(`Two operators ended your selling: “${reason}”.`).waitFor()
  await page.getByRole('button', { name: 'Take out' }).scrollIntoViewIfNeeded()
  await shoot(page, 'deal-14-left-day')
  await page.getByRole('button', { name: 'Take out' }).click()
  const sheet = page.getByRole('dialog', { name: 'Take out of the stock' })
  await sheet.getByRole('button', { name: 'All' }).click()
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByRole('button', { name: /^Take out / }).click()
  await sheet.getByRole('heading', { name: 'Moved' }).waitFor()
  await leave(sheet)
  expect(await balanceOf(url, seller.token, inP2p)).toBe('95.00000000')
  expect(seller.complaints).toEqual([])
})

/** The same member at night, on another phone. */
async function faultsAtNight(
  { token, userId }: AtHome,
  screen: Parameters<typeof faultsOf>[1],
): Promise<string[]> {
  const { url } = product
  const phone = await openPhone(browser, { url, token, userId, theme: 'night' })
  const faults = await faultsOf(phone, screen)
  await phone.context.close()
  return faults
}

/** Another deal, for so much. */
async function buyAgain(acc: string): Promise<number> {
  const { token } = buyer
  const order = { acc, pay_way: 'alipay' } as const
  const { rate } = ok(await call(product.url, quoteDeal, order, { token }))
  return ok(await call(product.url, openDeal, { ...order, rate }, { token, key: randomUUID() }))
}

async function pay(id: number): Promise<void> {
  const { token } = buyer
  const pic = await sendPicture(product.url, { token, purpose: 'deal' })
  ok(await call(product.url, payDeal, { id, pic }, { token }))
}

async function cancelTogether(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel together' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancel together' })
  await asked.getByRole('button', { name: 'Cancel together' }).click()
}
