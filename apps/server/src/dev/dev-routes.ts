import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Chain } from '#chain/chain.ts'
import type { ChainWorks } from '#chain/works.ts'
import { advanceClock } from '#platform/business-clock.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { cookieOf, isToken } from '#http/install-token.ts'
import { type ThisMachine, tokenInAddress } from '#http/this-machine.ts'
import { listMessages } from '#platform/notifications/outbox.ts'

const MESSAGES_MAX = 100
const BLOCKS_MAX = 1000
const ADVANCE_S_MAX = 400 * 24 * 60 * 60
/** How long an answer is held for what became due. */
const SWEEP_MS_MAX = 2000

/** No text of PostgreSQL has a NUL. */
const Asked = z.object({ to: z.optional(z.string().check(z.regex(/^[^\0]{1,254}$/))) })

type Parts = {
  db: Db
  clock: Clock
  config: Config
  chain: Chain | undefined
  chainWorks: ChainWorks | undefined
  sweepWithin: (ms: number) => Promise<string[]>
} & Omit<ThisMachine, 'doors'>

/** The inbox of a world without a mail server, and the time machine. */
export function serveDevRoutes(app: FastifyInstance, parts: Parts): void {
  const { config, isLocalRequest } = parts
  const guard = (request: FastifyRequest) => {
    if (!isLocalRequest(request)) throw new Refusal('not_found')
  }
  app.get('/dev/inbox', { exposeHeadRoute: false }, async (request, reply) => {
    guard(request)
    const isPage = (request.headers.accept ?? '').includes('text/html')
    void reply.header('cache-control', 'no-store')
    const { installToken } = parts
    if (isPage && installToken !== undefined && isToken(installToken, tokenInAddress(request))) {
      return await letIn(reply, installToken)
    }
    const asked = z.safeParse(Asked, request.query)
    if (!asked.success) throw new Refusal('invalid_request', { field: 'to' })
    const messages = await readInbox(parts, asked.data.to?.trim().toLowerCase())
    return isPage ? await sendPage(reply, inboxPage(messages)) : messages
  })
  if (!config.timeMachine) return
  app.get('/dev/clock', { exposeHeadRoute: false }, (request) => {
    guard(request)
    return { now: parts.clock.now().toISOString() }
  })
  app.post('/dev/clock', async (request) => {
    guard(request)
    const body = z.safeParse(
      z.strictObject({ advance_s: z.int().check(z.minimum(0), z.maximum(ADVANCE_S_MAX)) }),
      request.body,
    )
    if (!body.success) throw new Refusal('invalid_request', { field: 'advance_s' })
    await advanceClock(parts.db, parts.clock, body.data.advance_s * 1000)
    // What became due is swept before the answer; what takes longer is `left`, and asked for again.
    const left = await parts.sweepWithin(SWEEP_MS_MAX)
    return { now: parts.clock.now().toISOString(), left }
  })
  serveDevChain(app, parts, guard)
}

/** Blocks without waiting for them; the business clock stays where it is. */
function serveDevChain(
  app: FastifyInstance,
  { chain, chainWorks, sweepWithin }: Parts,
  guard: (request: FastifyRequest) => void,
): void {
  if (chain?.kind !== 'embedded') return
  app.post('/dev/chain/mine', async (request) => {
    guard(request)
    const body = z.safeParse(
      z.strictObject({ blocks: z.int().check(z.minimum(1), z.maximum(BLOCKS_MAX)) }),
      request.body,
    )
    if (!body.success) throw new Refusal('invalid_request', { field: 'blocks' })
    await chain.mine(body.data.blocks)
    await chainWorks?.step()
    const left = await sweepWithin(SWEEP_MS_MAX)
    return { block: Number(await chain.rpc.getBlockNumber()), left }
  })
}

async function readInbox({ db, config }: Parts, recipient: string | undefined) {
  const { mailUrl, smsUrl } = config
  const rows = await db.transaction().execute((tx) => listMessages(tx, recipient, MESSAGES_MAX))
  return rows
    .filter(({ channel }) => (channel === 'mail' ? mailUrl : smsUrl) === undefined)
    .map((row) => ({
      to: row.recipient,
      channel: row.channel,
      subject: row.subject,
      text: row.text,
      code: row.code,
      at: row.created_at.toISOString(),
    }))
}

async function sendPage(reply: FastifyReply, html: string) {
  return await reply.type('text/html; charset=utf-8').send(html)
}

/**
 * The browser keeps the token, and goes on to an address without it. A page does that and not a
 * redirect: a browser that came by a link of another site would not send the cookie yet.
 */
async function letIn(reply: FastifyReply, token: string) {
  void reply.header('set-cookie', cookieOf(token))
  return await sendPage(
    reply,
    `${PAGE_HEAD}<meta http-equiv="refresh" content="0; url=/dev/inbox"><title>This device is let in (TEST)</title><p><a href="/dev/inbox">Go on to the inbox</a></p></html>`,
  )
}

const PAGE_HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'

function inboxPage(messages: Awaited<ReturnType<typeof readInbox>>): string {
  const escape = (text: string) =>
    text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const items = messages.map(
    (each) =>
      `<article><h2>${escape(each.subject)}</h2><p>${escape(each.to)} · ${each.channel} · <time>${each.at}</time></p>${each.code === null ? '' : `<p><strong>${escape(each.code)}</strong></p>`}<pre>${escape(each.text)}</pre></article>`,
  )
  return `${PAGE_HEAD}<title>Inbox (TEST)</title><p role="note">◇ Test funds — no real value</p><h1>Inbox</h1><p>Mail and text messages that would have left this machine. Reload to see new ones. <a href="/">Open the app</a></p>${items.join('') || '<p>Nothing yet.</p>'}</html>`
}
