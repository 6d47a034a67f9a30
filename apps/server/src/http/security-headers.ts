import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

/** Data is never a page, whatever is in it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

const YEAR_S = 31_536_000

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const OF_PAGES = {
  ...ALWAYS,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** What a browser may do with our answers (D34). Pages may loosen their own policy, none does but /docs. */
export function setSecurityHeaders(
  app: FastifyInstance,
  { pages, publicUrl }: { pages: readonly (string | undefined)[]; publicUrl: string | undefined },
): void {
  const inline = [...pages.join('').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const pagePolicy = [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const isSecure = publicUrl?.startsWith('https:') ?? false
  app.addHook('onSend', (_, reply, payload, done) => {
    const isData = String(reply.getHeader('content-type')).startsWith('application/json')
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', isData ? DATA_POLICY : pagePolicy)
    }
    void reply.headers(isData ? ALWAYS : OF_PAGES)
    if (isSecure) void reply.header('strict-transport-security', `max-age=${YEAR_S}`)
    done(null, payload)
  })
}
