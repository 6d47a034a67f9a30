import { createClient, type HeardOf, ok, type SendOptions } from '@btbc/client/client.ts'
import { drawSampleDocument } from '@btbc/contract/identity.ts'
import type { Endpoint, RequestJson } from '@btbc/contract/endpoint.ts'
import { logIn as logInCall, registerMember, requestCode } from '@btbc/contract/session.ts'
import { listWallets, type walletNames } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'

export { ok }

/** The API as a client written to the seeds calls it. */

export type Member = { id: number; token: string; mail: string }

/** Less than a test may take: what hangs is named. */
const ANSWER_MS_MAX = 90_000

export async function call<E extends Endpoint>(
  url: string,
  each: E,
  request: RequestJson<E>,
  options: Pick<SendOptions, 'token' | 'key' | 'method'> = {},
): Promise<HeardOf<E>> {
  return await createClient({ base: `${url}/api`, slowMs: ANSWER_MS_MAX }).hear(
    each,
    request,
    options,
  )
}

/** The newest code the inbox holds for this address. */
export async function codeFor(url: string, mail: string): Promise<string> {
  const inbox = await fetch(`${url}/dev/inbox?to=${encodeURIComponent(mail)}`)
  const messages = (await inbox.json()) as { code: string | null }[]
  const code = messages.find((each) => each.code !== null)?.code
  if (code === undefined || code === null) throw new Error(`no code for ${mail}`)
  return code
}

let phones = 0

export async function join(url: string, mail: string, invite = ''): Promise<Member> {
  ok(await call(url, requestCode, { user_string: mail, agreed: true }))
  phones += 1
  const joined = ok(
    await call(url, registerMember, {
      type: 'email',
      email: mail,
      user_string: mail,
      mobile: `139${String(10_000_000 + phones)}`,
      area_code: '86',
      code: await codeFor(url, mail),
      password: 'copper-kettle-42',
      re_password: 'copper-kettle-42',
      extension_code: invite,
      agreed: true,
    }),
  )
  return { id: joined.user_id, token: joined.token, mail }
}

export async function logIn(url: string, account: string, password: string): Promise<string> {
  return ok(await call(url, logInCall, { user_string: account, password, type: 1 }))
}

type Coin = keyof typeof currencies
type WalletName = (typeof walletNames)[number]
type Held = { currency: number } & Partial<Record<`${WalletName}_balance`, string>>

/** What the member has in one of their wallets, and may use. */
export async function balanceOf(
  url: string,
  token: string,
  { wallet, coin }: { wallet: WalletName; coin: Coin },
): Promise<string> {
  const wallets = ok(await call(url, listWallets, {}, { token }))
  const held: readonly Held[] = wallets[`${wallet}_wallet`].balance
  const found = held.find(({ currency }) => currency === currencies[coin].id)
  const balance = found?.[`${wallet}_balance`]
  if (balance === undefined) throw new Error(`no ${coin} is listed in ${wallet}`)
  return balance
}

/** A picture that the server drew, sent again for this purpose; answers its number. */
export async function sendPicture(
  url: string,
  { token, purpose }: { token: string; purpose: 'voucher' | 'deal' },
): Promise<string> {
  const { front_pic: id } = ok(await call(url, drawSampleDocument, {}, { token }))
  const authorization = `Bearer ${token}`
  const drawn = await fetch(`${url}/api/upload/${id}`, { headers: { authorization } })
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', await drawn.blob(), `${purpose}.jpg`)
  const answer = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  return String(((await answer.json()) as { message: unknown }).message)
}

/** Moves business time on, and sweeps what is due then until nothing is. */
export async function advance(url: string, seconds: number): Promise<void> {
  await sweepAll(url, await ask(url, '/dev/clock', { advance_s: seconds }))
}

/** Adds so many blocks to the test chain, and brings the books up to them. */
export async function mine(url: string, blocks: number): Promise<void> {
  await sweepAll(url, await ask(url, '/dev/chain/mine', { blocks }))
}

/** An answer is not held for long: what it could not wait for is asked for again. */
async function sweepAll(url: string, { left }: Swept): Promise<void> {
  let isLeft = left.length > 0
  while (isLeft) isLeft = (await ask(url, '/dev/clock', { advance_s: 0 })).left.length > 0
}

type Swept = { left: string[] }

async function ask(url: string, path: string, body: Record<string, number>): Promise<Swept> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Swept
}
