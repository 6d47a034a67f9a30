import { createHmac } from 'node:crypto'

import { createApiKey } from '@btbc/contract/api-key.ts'

import { ok, type TestServer } from './server.ts'
import { stepUp } from './step-up.ts'

/** A bot as it stands outside: a key, a secret, and signed requests. */

export type Keys = { key: string; secret: string }
export type Values = Record<string, string | number | boolean>
export type Answer = { status: number; json: unknown; headers: Headers }

export async function startBot(
  server: TestServer,
  mail: string,
  {
    scopes = ['read', 'trade'],
    addresses = [] as string[],
  }: {
    scopes?: ('read' | 'trade')[]
    addresses?: string[]
  } = {},
) {
  const member = await server.join(mail)
  const listed = { label: 'bot', scopes: scopes.join(','), addresses: addresses.join(',') }
  const proof = addresses.length > 0 ? await stepUp(server, member, 'api_key', listed) : undefined
  const request = { label: 'bot', scopes, addresses, proof }
  const keys = ok(await server.call(createApiKey, request, { as: member }))
  const signed = (method: string, path: string, values: Values = {}, changed: Partial<Keys> = {}) =>
    send(server, { method, path, values, keys: { ...keys, ...changed } })
  const inFrame = (values: Values = {}) => {
    const sent = { ...values, apiKey: keys.key, timestamp: server.clock.wallNow().getTime() }
    return { ...sent, signature: signatureOfFrame(keys.secret, sent) }
  }
  return { member, keys, signed, inFrame }
}

/** Over a socket the values are signed in the order of their names, as they are. */
function signatureOfFrame(secret: string, values: Values): string {
  const text = Object.entries(values)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secret).update(text).digest('hex')
}

async function send(
  server: TestServer,
  { method, path, values, keys }: { method: string; path: string; values: Values; keys: Keys },
): Promise<Answer> {
  const sent = { timestamp: server.clock.wallNow().getTime(), ...values }
  const all = withSignature(keys.secret, sent)
  const inBody = method === 'POST'
  return await ask(server, inBody ? path : `${path}?${all}`, {
    method,
    headers: {
      'x-mbx-apikey': keys.key,
      ...(inBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(inBody ? { body: all } : {}),
  })
}

/** As one text for the query or the body. */
export function withSignature(secret: string, values: Values): string {
  const text = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return `${text}&signature=${createHmac('sha256', secret).update(text).digest('hex')}`
}

export async function ask(
  server: TestServer,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, init)
  return { status: response.status, json: await response.json(), headers: response.headers }
}

/** A limit order in BTC. */
export const limit = (price: string, quantity: string, more: Values = {}): Values => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
  ...more,
})
