import { setTimeout as sleep } from 'node:timers/promises'

import type { Act, Person } from './world.ts'

/** What can be done to others by opening sockets, and by never listening to them. */

const STRAY_PATHS = [
  '/ws/%00',
  '/ws/__proto__/constructor',
  `/ws/${'x/'.repeat(300)}`,
  '/ws-api/v3/x',
  '/ws-api/%2e%2e/live',
  '/live/x',
  '/live?__proto__=1',
  '/stream?streams=%00/btcusdt@kline_1m',
  '/operator/ws',
  '//',
] as const

const SAYINGS = [
  '{"op":"sub","topic":"__proto__"}',
  '{"op":"sub","topic":"orders"}',
  '{"op":"sub","topic":"depth:3","since":9007199254740993}',
  '{"op":"auth","token":"nobody"}',
  '{"op":"constructor"}',
  '{"id":1,"method":"SUBSCRIBE","params":["__proto__","constructor@trade"]}',
  '[]',
  '{',
  'x'.repeat(17_000),
] as const

async function listenKey(person: Person): Promise<string> {
  const headers = { 'x-mbx-apikey': person.keys.key }
  const { json } = await person.send('/api/v3/userDataStream', { method: 'POST', headers })
  return String((json as { listenKey?: unknown } | undefined)?.listenKey)
}

export const socketActs: readonly Act[] = [
  {
    name: 'listen keys opened and left',
    async run(_, person) {
      const key = await listenKey(person)
      for (let n = 0; n < 10; n += 1) (await person.socket(`/ws/${key}/x/${key}`))?.close()
    },
  },
  {
    name: 'a flood of pings that nobody reads the answers of',
    async run(_, person, random) {
      const socket = await person.socket(random.pick(['/ws/btcusdt@trade', '/live', '/ws-api/v3']))
      if (!socket) return
      socket.pause()
      for (let n = 0; n < 2000; n += 1) socket.ping('x'.repeat(100))
      await sleep(50)
      socket.terminate()
    },
  },
  {
    name: 'stray paths and odd sayings',
    async run(_, person, random) {
      for (let n = 0; n < 3; n += 1) {
        const socket = await person.socket(random.pick(STRAY_PATHS))
        for (let m = 0; m < 50; m += 1) socket?.send(random.pick(SAYINGS))
        socket?.close()
      }
      const live = await person.socket('/live')
      for (let m = 0; m < 200; m += 1) live?.send(random.pick(SAYINGS))
      live?.close()
    },
  },
  {
    name: 'candles of every length, for ever',
    async run({ open }, person) {
      const names = ['btcusdt', 'bnbusdt', 'btbcusdt'].flatMap((market) =>
        ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w'].map(
          (interval) => `${market}@kline_${interval}`,
        ),
      )
      const socket = await person.socket(`/stream?streams=${names.join('/')}`)
      if (socket) open.add(socket)
    },
  },
]
