import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { checkoutPage, plainPage, policyFor } from './page.ts'
import { type Checkout, isSame, type OrderTruth, readCheckout } from './protocol.ts'
import { openProviderBooks, type ProviderBooks, type Way, WAYS } from './provider-books.ts'
import { startSender } from './sender.ts'
import { type Words, wordsFor } from './words.ts'

/**
 * A payment provider for a world without money: a page with buttons, books of its own, and events it
 * repeats until they are heard. It could stand on any other machine; the protocol is all it shares.
 */
export type SandboxProvider = {
  url: string
  /** From now on events go to this address; those not yet heard go at once. */
  tell(merchantUrl: string): void
  stop(): Promise<void>
}

const BODY_BYTES_MAX = 16 * 1024
const AMOUNT = /^\d{1,10}\.\d{8}$/

type Parts = {
  key: string
  books: ProviderBooks
  close: (order: string, way: Way) => boolean
  now: () => Date
}

export async function startSandboxProvider(options: {
  key: string
  host?: string
  port?: number
  /** Where its journal is kept; without one everything is forgotten at the end. */
  directory?: string
  now?: () => Date
}): Promise<SandboxProvider> {
  const { key, host = '127.0.0.1', port = 0, directory, now = () => new Date() } = options
  const books = openProviderBooks(directory)
  let merchant: string | undefined
  const sender = startSender({
    key,
    url: () => merchant,
    acknowledged: (event) => books.acknowledge(event),
    now,
  })
  const close = (order: string, way: Way): boolean => {
    const event = books.close(order, way, now())
    if (event) sender.send(event)
    return event !== undefined
  }
  const server = createServer((request, response) => {
    answer({ key, books, close, now }, request, response).catch(() => {
      const words = wordsOf(request)
      const page = plainPage(words, [words.title, words.failed])
      if (!response.headersSent) reply(response, 500, page)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host}:${address.port}`,
    tell(url) {
      merchant = url
      for (const event of books.unacknowledged()) sender.send(event)
    },
    async stop() {
      sender.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://provider')
  const path = `${request.method} ${url.pathname}`
  if (path === 'GET /checkout') return showCheckout(parts, request, url.searchParams, response)
  if (path === 'POST /checkout') {
    return finishCheckout(parts, request, new URLSearchParams(await bodyOf(request)), response)
  }
  if (path.startsWith('GET /v1/')) return answerMerchant(parts, url.pathname, request, response)
  const words = wordsOf(request)
  return reply(response, 404, plainPage(words, words.nothing))
}

/** In the language of the payer as the merchant knows it, else in one of their browser. */
function wordsOf({ headers }: IncomingMessage, query?: URLSearchParams): Words {
  return wordsFor(`${query?.get('language') ?? ''},${headers['accept-language'] ?? ''}`)
}

function showCheckout(
  parts: Parts,
  request: IncomingMessage,
  query: URLSearchParams,
  response: ServerResponse,
) {
  const words = wordsOf(request, query)
  const checkout = readValid(parts.key, query)
  if (!checkout) return refuse(response, words)
  const state = stateOf(parts, checkout)
  const back = returnTo(checkout, state)
  if (state !== 'open') {
    const why = state === 'unknown' ? words.failed : words[state]
    return reply(response, 200, plainPage(words, [words.closed, why], back))
  }
  const origin = new URL(checkout.returnUrl).origin
  return reply(response, 200, checkoutPage(checkout, query, words), policyFor(origin))
}

function finishCheckout(
  parts: Parts,
  request: IncomingMessage,
  form: URLSearchParams,
  response: ServerResponse,
) {
  const way = WAYS.find((each) => each === form.get('way'))
  form.delete('way')
  const checkout = readValid(parts.key, form)
  if (!checkout || way === undefined) return refuse(response, wordsOf(request, form))
  if (stateOf(parts, checkout) === 'open') parts.close(checkout.order, way)
  const back = returnTo(checkout, stateOf(parts, checkout))
  response.writeHead(303, { location: back, 'cache-control': 'no-store' }).end()
}

/** What the page says of an order. When its time is over it is paid no more: the merchant counts on that. */
function stateOf({ books, now }: Parts, checkout: Checkout): OrderTruth['state'] | 'expired' {
  const { state } = books.open(checkout).truth
  return state === 'open' && now() >= new Date(checkout.expiresAt) ? 'expired' : state
}

/** For the merchant alone, who shows the key. */
function answerMerchant(
  { key, books }: Parts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`)) {
    return replyJson(response, 401, { error: 'unauthorized' })
  }
  if (path === '/v1/totals') return replyJson(response, 200, books.totals())
  const order = /^\/v1\/orders\/([\w-]{1,64})$/.exec(path)?.[1]
  if (order === undefined) return replyJson(response, 404, { error: 'not_found' })
  return replyJson(response, 200, books.truthOf(order))
}

/** A signed query is the merchant's word; what stands in it must still make sense. */
function readValid(key: string, query: URLSearchParams): Checkout | undefined {
  const checkout = readCheckout(key, query)
  const isSound =
    checkout !== undefined &&
    /^[\w-]{1,64}$/.test(checkout.order) &&
    AMOUNT.test(checkout.amount) &&
    URL.canParse(checkout.returnUrl) &&
    /^https?:/.test(checkout.returnUrl) &&
    !Number.isNaN(Date.parse(checkout.expiresAt))
  return isSound ? checkout : undefined
}

function returnTo(checkout: Checkout, result: string): string {
  const url = new URL(checkout.returnUrl)
  url.searchParams.set('result', result)
  url.searchParams.set('order', checkout.order)
  return url.href
}

function refuse(response: ServerResponse, words: Words): void {
  reply(response, 400, plainPage(words, words.foreign))
}

function reply(
  response: ServerResponse,
  status: number,
  html: string,
  policy = policyFor(undefined),
) {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(html)
}

function replyJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
