import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { Refusal } from '@btbc/contract/refusals.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuse } from './failures.ts'
import { pagesWithPreloads } from './preloads.ts'
import { policyOfNodePage } from './security-headers.ts'

const YEAR_S = 31_536_000

/** The built web app, or undefined before the first build. */
export function readIndexHtml(folder: string): string | undefined {
  const file = path.join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Serves the members' app: hashed files for a year, the page itself always fresh. Every path that is
 * neither a file nor a call answers with the page, and the app's router takes it from there.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  indexHtml: string | undefined,
): Promise<void> {
  if (indexHtml !== undefined) {
    const nodePage = path.join(folder, 'another-node.html')
    // An older build has none.
    const nodePolicy = policyOfNodePage(existsSync(nodePage) ? readFileSync(nodePage, 'utf8') : '')
    await app.register(staticFiles, {
      root: folder,
      wildcard: true,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const hashed = file.startsWith(path.join(folder, 'static'))
        void reply.header(
          'cache-control',
          hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        )
        // With its ending when it is compressed.
        if (file.startsWith(nodePage)) void reply.header('content-security-policy', nodePolicy)
      },
    })
  }
  const pageAt = indexHtml === undefined ? undefined : pagesWithPreloads(folder, indexHtml)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (pageAt === undefined) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pageAt(request.url))
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !/^\/(api|operator|dev|static|media|console\/static)\//.test(request.url)
    if (!isPage) return refuse(new Refusal('not_found'), request, reply)
    return sendPage(request, reply)
  })
  app.get('/', { exposeHeadRoute: true }, sendPage)
}

/** Serves the operators' console under /console, each file by its whole name, as above. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  indexHtml: string | undefined,
): Promise<void> {
  if (indexHtml === undefined) return
  await app.register(staticFiles, {
    root: path.join(folder, 'static'),
    prefix: '/console/static/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) =>
      void reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
  })
  const sendPage = (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(indexHtml)
  for (const url of ['/console', '/console/*']) app.get(url, { exposeHeadRoute: false }, sendPage)
}
