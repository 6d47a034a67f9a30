import { markWelcomeSeen, readProfile } from '@btbc/contract/account.ts'
import type { Browser } from 'playwright-core'

import { call, ok } from '#api.ts'
import { openPhone, type Theme } from '#browser.ts'

export type AtHome = Awaited<ReturnType<typeof atHome>>

/** The phone of a member who is logged in, and has seen the welcome that would lie over the home. */
export async function atHome(
  browser: Browser,
  { url, token, theme = 'night' }: { url: string; token: string; theme?: Theme },
) {
  ok(await call(url, markWelcomeSeen, {}, { token }))
  const { id: userId } = ok(await call(url, readProfile, {}, { token }))
  return { ...(await openPhone(browser, { url, token, userId, theme })), token, userId }
}
