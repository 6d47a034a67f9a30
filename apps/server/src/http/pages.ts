import { createRequire } from 'node:module'
import path from 'node:path'

import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { openApi, operatorOpenApi } from './openapi.ts'

/** The API pages: `/docs` to read and try members' calls, `/docs/operators` those of the console. */
export async function serveApiPage(app: FastifyInstance): Promise<void> {
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
  const members = { title: 'BTBC API (TEST)', script: '/docs/start.js' }
  const operators = { title: 'BTBC operators API (TEST)', script: '/docs/operators/start.js' }
  servePage(app, { at: '/docs', file: '/openapi.json', describe: describeMembers, ...members })
  const file = '/openapi-operators.json'
  servePage(app, { at: '/docs/operators', file, describe: describeOperators, ...operators })
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Made from the contract, which is the same for every server of a process: once, when first asked for. */
const describeMembers = once(() => JSON.stringify(openApi()))
const describeOperators = once(() => JSON.stringify(operatorOpenApi()))

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

type ApiPage = { at: string; file: string; describe: () => string; title: string; script: string }

function servePage(app: FastifyInstance, { at, file, describe, title, script }: ApiPage): void {
  app.get(file, { exposeHeadRoute: false }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(describe()),
  )
  app.get(script, { exposeHeadRoute: false }, (_, reply) =>
    reply.type('text/javascript').send(startOf(file)),
  )
  app.get(at, { exposeHeadRoute: false }, (_, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(pageOf({ title, script })),
  )
}

const startOf = (file: string) => `window.onload = () => {
  SwaggerUIBundle({ url: '${file}', dom_id: '#docs', deepLinking: true })
}
`

const pageOf = ({ title, script }: { title: string; script: string }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<p role="note" style="margin:0;padding:6px;text-align:center;font:600 13px system-ui;color:#1B5FA8;border-bottom:1px dashed #1B5FA8">◇ Test funds — no real value</p>
<nav style="padding:6px;text-align:center;font:13px system-ui"><a href="/docs">Members</a> · <a href="/docs/operators">Operators</a> · <a href="/openapi.json">openapi.json</a></nav>
<main id="docs"></main>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="${script}"></script>
</html>
`
