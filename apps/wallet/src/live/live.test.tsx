// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useLine } from '#live/live.ts'
import { useDays } from '#markets/live-market.ts'
import { shown } from '#testing/shown.tsx'

/** A socket of a browser whose other end is this test. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly asked: object[] = []

  constructor() {
    super()
    sockets.push(this)
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text) as object)
  }

  open(): void {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  tell(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

const sockets: Socket[] = []
vi.stubGlobal('WebSocket', Socket)

afterEach(cleanup)

function Price() {
  const day = useDays().get(1)
  return <p>{`${useLine().state}, ${day?.now_price ?? 'no price'}`}</p>
}

const reads = async (text: string) => await waitFor(() => expect(screen.getByText(text)))
const day = (seq: number, type: 'snapshot' | 'delta', price: string) => ({
  topic: 'daymarket',
  seq,
  type,
  data: [{ currency_id: 1, now_price: price }],
})

test('a screen shows what the line says, keeps it while the line is lost, and goes on after it', async () => {
  await shown(
    <>
      <Price />
      <Price />
    </>,
  )
  cleanup()
  await shown(<Price />)
  await reads('opening, no price')
  const first = sockets.at(-1)
  act(() => first?.open())
  // However many look, a topic is asked for once.
  expect(first?.asked).toEqual([{ op: 'sub', topic: 'daymarket' }])
  act(() => first?.tell(day(4, 'snapshot', '60000')))
  act(() => first?.tell(day(5, 'delta', '60010')))
  await reads('open, 60010')
  act(() => first?.close())
  await reads('lost, 60010')
  act(() => void dispatchEvent(new Event('online')))
  const second = sockets.at(-1)
  expect(second).not.toBe(first)
  act(() => second?.open())
  expect(second?.asked).toEqual([{ op: 'sub', topic: 'daymarket', since: 5 }])
  act(() => second?.tell(day(6, 'delta', '60020')))
  await reads('open, 60020')
})
