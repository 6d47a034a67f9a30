import { readProfile } from '@btbc/contract/account.ts'
import { logOut } from '@btbc/contract/session.ts'

import { send } from '#api/call.ts'
import { forgetSent } from '#api/deeds.ts'
import { queryClient } from '#api/query.ts'
import { forget, store, storeInTab, stored, tab } from '#storage.ts'

/** Who is logged in on this device. */

/** With whom this tab began; other tabs share the storage. */
let ownToken = stored('token')

/** Why the login is shown to somebody who did not ask for it; for as long as the tab lives. */
export type SessionOver = 'ended' | 'elsewhere'
const OVER = 'session_over'

export function isLoggedIn(): boolean {
  return stored('token') !== undefined
}

/** After login or registration: keeps the token and nothing of whoever was here before, learns who it belongs to. */
export async function beginSession(token: string): Promise<void> {
  forgetSession()
  ownToken = token
  tab.removeItem(OVER)
  store('token', token)
  await rememberMember()
}

/** The token is what counts; the rest is asked for when it is missing. */
export async function ensureMember(): Promise<void> {
  if (stored('user_id') === undefined) await rememberMember()
}

async function rememberMember(): Promise<void> {
  const token = stored('token')
  // Not knowing who it is is no reason to keep them out.
  const member = await send(readProfile).catch(() => undefined)
  // Another has logged in meanwhile.
  if (!member || stored('token') !== token) return
  store('user_id', String(member.id))
  store('accountNum', member.account_number)
  store('extension_code', member.extension_code)
  store('is_seller', String(member.is_seller))
  queryClient.setQueryData([readProfile.path, {}], member)
}

/**
 * Logging out works without a network too: the server forgets the session when it can be told. Nothing that
 * was typed stays behind.
 */
export async function endSession(): Promise<void> {
  await send(logOut, {}).catch(() => undefined)
  forgetSession()
  forgetSent()
  tab.clear()
}

/** Also after a password reset. */
export function forgetSession(): void {
  ownToken = undefined
  forget('token', 'user_id', 'accountNum', 'extension_code', 'is_seller', 'last_seen')
  queryClient.clear()
}

/** The server no longer knows the session: the login will say so. */
export function loseSession(reason: SessionOver): void {
  forgetSession()
  storeInTab(OVER, reason)
}

export function sessionOver(): SessionOver | undefined {
  return (tab.getItem(OVER) ?? undefined) as SessionOver | undefined
}

/**
 * Somebody logged out, or in as another, in a second tab: this one starts anew as whoever that is.
 * Nothing of the one is shown to, or done as, the other.
 */
export function followOtherTabs(): void {
  const compare = () => {
    const token = stored('token')
    if (token === ownToken) return
    tab.clear()
    if (token === undefined) storeInTab(OVER, 'elsewhere')
    location.reload()
  }
  addEventListener('storage', compare)
  // A page that was put aside heard nothing meanwhile.
  addEventListener('pageshow', compare)
}
