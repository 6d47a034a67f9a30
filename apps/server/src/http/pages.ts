import { createRequire } from 'node:module'
import path from 'node:path'

import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { openApi } from '#http/openapi.ts'

/** The API page: `/openapi.json`, and `/docs` to read and try it. */
export async function serveApiPage(app: FastifyInstance): Promise<void> {
  const document = openApi()
  app.get('/openapi.json', { exposeHeadRoute: false }, () => document)
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  )
  await app.register(staticFiles, {
    root: folder,
    prefix: '/docs/files/',
    decorateReply: false,
    index: false,
    allowedPath: (name) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(name),
  })
  app.get('/docs/start.js', { exposeHeadRoute: false }, (_, reply) =>
    reply.type('text/javascript').send(start),
  )
  app.get('/docs', { exposeHeadRoute: false }, (_, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page),
  )
}

const start = `window.onload = () => {
  SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true })
}
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>BTBC API (TEST)</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<p role="note" style="margin:0;padding:6px;text-align:center;font:600 13px system-ui;color:#1B5FA8;border-bottom:1px dashed #1B5FA8">◇ Test funds — no real value</p>
<main id="docs"></main>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`
