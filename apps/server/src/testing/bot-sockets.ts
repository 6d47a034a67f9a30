import { once } from 'node:events'

import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

import { startBot } from './bots.ts'
import { give } from './funds.ts'
import type { TestServer } from './server.ts'

/** A bot at the sockets: what it hears, and what it asks there. */

export type Heard = Record<string, unknown>

export async function listen(server: TestServer, path: string) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path)
  const heard: Heard[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Heard))
  await once(socket, 'open')
  onTestFinished(() => socket.terminate())
  const next = (fits: (message: Heard) => boolean) =>
    expect
      .poll(() => heard.find(fits))
      .toBeDefined()
      .then(() => heard.find(fits) ?? {})
  let asked = 0
  const ask = async (method: string, params?: unknown) => {
    asked += 1
    const id = asked
    socket.send(JSON.stringify({ id, method, params }))
    return await next((message) => message['id'] === id)
  }
  const closed = once(socket, 'close').then(([code]) => Number(code))
  return { socket, heard, next, ask, closed }
}

/** The stream of its member that a key opens. */
export async function openStreamOf(server: TestServer, key: string): Promise<string> {
  return (await askStreamOf(server, key, 'POST')).listenKey ?? ''
}

export async function askStreamOf(server: TestServer, key: string, method: string, query = '') {
  const headers = { 'x-mbx-apikey': key }
  const response = await fetch(`${server.url}/api/v3/userDataStream${query}`, { method, headers })
  return (await response.json()) as { listenKey?: string }
}

/** With something to trade. */
export async function startMember(server: TestServer, mail = 'ada@example.test') {
  const { member, keys, inFrame: sign, signed } = await startBot(server, mail)
  await give(server, member.id, currencies.USDT.id, 1000n)
  return { member, key: keys.key, sign, signed }
}

/** A limit order that says no quantity. */
export const order = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '50000',
}
