import { get, post } from '#api/call.ts'
import { queryClient } from '#api/query.ts'
import { forget, store, stored } from '#storage.ts'

/** Who is logged in on this device. */

export function isLoggedIn(): boolean {
  return stored('token') !== undefined
}

/** After login or registration: keeps the token, learns who it belongs to. */
export async function beginSession(token: string): Promise<void> {
  queryClient.clear()
  store('token', token)
  await rememberMember()
}

/** The token is what counts; the rest is asked for when it is missing. */
export async function ensureMember(): Promise<void> {
  if (stored('user_id') === undefined) await rememberMember()
}

async function rememberMember(): Promise<void> {
  const member = await get('/user/info')
  store('user_id', String(member.id))
  store('accountNum', member.account_number)
  store('extension_code', member.extension_code)
  store('is_seller', String(member.is_seller))
  queryClient.setQueryData(['/user/info', {}], member)
}

/** Logging out works without a network too: the server forgets the session when it can be told. */
export async function endSession(): Promise<void> {
  await post('/user/logout', {}).catch(() => undefined)
  forgetSession()
}

/** Also after a password reset. */
export function forgetSession(): void {
  forget('token', 'user_id', 'accountNum', 'extension_code', 'is_seller')
  queryClient.clear()
}
