import { createClient } from '@btbc/client/client.ts'
import { logInOperator } from '@btbc/contract/operator/access.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import type { RequestJson, ResponseJson } from '@btbc/contract/endpoint.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { codeAt, stepNow } from '#authenticator.ts'
import { keepNotices, PHONE, SCREEN_MS_MAX, type Theme } from '#browser.ts'
import type { Product } from '#product.ts'

/** The console as its operators use it: a desk or a phone, a password, an authenticator. */

export const DESK = { width: 1280, height: 800 }
const PASSWORD = 'btbc-test-1'

export type Operator = 'olivia@btbc.test' | 'omar@btbc.test'

/**
 * What an authenticator shows now for the secret that the start printed, or some steps of 30 seconds
 * later: no code works twice, and the next one is taken already.
 */
export function codeNow(product: Product, mail: Operator, ahead = 0): string {
  const printed = new RegExp(`${mail}.*TOTP secret ([A-Z2-7]+)`).exec(product.output())?.[1]
  if (printed === undefined) throw new Error(`the start printed no secret of ${mail}`)
  return codeAt(printed, stepNow() + ahead)
}

/** Logs in over HTTP. One code opens one session, so who needs two waits for the next code. */
export async function enter(product: Product, mail: Operator): Promise<string> {
  const code = codeNow(product, mail)
  return (await operatorCall(product.url, logInOperator, { mail, password: PASSWORD, code })).token
}

export async function operatorCall<E extends OperatorEndpoint>(
  url: string,
  call: E,
  request: RequestJson<E>,
  token?: string,
): Promise<ResponseJson<E>> {
  const client = createClient({ base: `${url}/operator/api`, token: () => token })
  return await client.send(call, request)
}

/** A browser of one operator. What the page complains about on its console is collected. */
export async function openDesk(
  browser: Browser,
  options: { url: string; theme?: Theme; phone?: boolean; token?: string },
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: options.phone === true ? PHONE : DESK,
    baseURL: options.url,
    locale: 'en',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(SCREEN_MS_MAX)
  await keepNotices(context)
  await context.addInitScript(
    ({ theme, token }) => {
      localStorage.setItem('mode', theme)
      if (token !== undefined && sessionStorage.getItem('was_here') === null) {
        sessionStorage.setItem('was_here', '1')
        sessionStorage.setItem('operator_token', token)
      }
    },
    { theme: options.theme ?? 'night', token: options.token },
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}

/** Logs in on the page as a person does. */
export async function logInOnPage(page: Page, product: Product, mail: Operator): Promise<void> {
  await page.goto('/console')
  await page.getByLabel('Mail address').fill(mail)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Code of your authenticator').fill(codeNow(product, mail))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A browser of an operator who has logged in. */
export async function sitDown(browser: Browser, product: Product, mail: Operator): Promise<Desk> {
  const desk = await openDesk(browser, { url: product.url })
  await logInOnPage(desk.page, product, mail)
  return desk
}

/** By the menu: the overview leads to the same places by links of its own. */
export async function go(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Console' })
  await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Writes the reason and presses. */
export async function accept(page: Page, reason: string, button: string): Promise<void> {
  await page.getByLabel('Reason, for the audit log').fill(reason)
  await page.getByRole('button', { name: button }).click()
}

/** Without a mouse: to the newest proposal, its reason, and done. */
export async function agree(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.keyboard.type(reason)
  await page.keyboard.press('Control+Enter')
  await page.getByText(`“${reason}”`).first().waitFor()
}
