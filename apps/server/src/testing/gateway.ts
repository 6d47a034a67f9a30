import { onTestFinished } from 'vitest'

import type { Chain } from '#chain/chain.ts'
import type { Config } from '#config.ts'
import { type Gateway, openGateway } from '#payment-provider/gateway.ts'
import {
  SIGNATURE_HEADER,
  signEvent,
  TIMESTAMP_HEADER,
} from '#payment-provider/sandbox/protocol.ts'
import {
  type SandboxProvider,
  startSandboxProvider,
} from '#payment-provider/sandbox/sandbox-provider.ts'
import { startTestServer, type TestServer } from './server.ts'

/** A server with a payment provider of its own, which keeps quiet until it is told where to speak. */
export type GatewayServer = TestServer & { provider: SandboxProvider; gateway: Gateway }

export const TEST_KEY = 'sk_test_0123456789abcdef0123456789abcdef'

export async function startGatewayServer(
  settings: Partial<Config> = {},
  { directory, ...parts }: { directory?: string; goesOn?: boolean; chain?: Chain } = {},
): Promise<GatewayServer> {
  // Both look at one wall: the test's.
  let wallNow = () => new Date()
  const provider = await startSandboxProvider({
    key: TEST_KEY,
    now: () => wallNow(),
    ...(directory === undefined ? {} : { directory }),
  })
  onTestFinished(() => provider.stop())
  const gateway = openGateway({ url: provider.url, innerUrl: provider.url, key: TEST_KEY })
  const server = await startTestServer(settings, { gateway, ...parts })
  wallNow = () => server.clock.wallNow()
  return { ...server, provider, gateway }
}

/** Presses a button of the provider's page, as a person who was sent there; answers the way back. */
export async function pressAt(
  checkoutUrl: string,
  way: 'pay' | 'late' | 'less' | 'more' | 'cancel',
): Promise<URL> {
  const form = new URLSearchParams(new URL(checkoutUrl).search)
  form.set('way', way)
  const answer = await fetch(new URL('/checkout', checkoutUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
  })
  const back = answer.headers.get('location')
  if (back === null) throw new Error(`the provider answered ${answer.status}`)
  return new URL(back)
}

export type SentEvent = {
  event: Record<string, unknown> | string
  /** Seconds; the wall clock of the server when absent. */
  timestamp?: string
  key?: string
  /** Replaces the signature. */
  signature?: string
  /** Sent instead of what was signed. */
  body?: string
}

/** Speaks to the webhook as the provider would, or as somebody who would like to be it. */
export async function sendEvent(server: TestServer, sent: SentEvent): Promise<number> {
  const raw = typeof sent.event === 'string' ? sent.event : JSON.stringify(sent.event)
  const timestamp = sent.timestamp ?? String(Math.floor(server.clock.wallNow().getTime() / 1000))
  const answer = await fetch(`${server.url}/hooks/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: sent.signature ?? signEvent(sent.key ?? TEST_KEY, timestamp, raw),
    },
    body: sent.body ?? raw,
  })
  await answer.arrayBuffer()
  return answer.status
}
