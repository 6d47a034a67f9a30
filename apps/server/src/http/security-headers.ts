import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

/** What a browser may do with our answers (D34). Pages may loosen their own policy, none does but /docs. */
export function setSecurityHeaders(
  app: FastifyInstance,
  pages: readonly (string | undefined)[],
): void {
  const inline = [...pages.join('').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
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
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', policy)
    }
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}
