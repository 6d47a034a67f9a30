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

/** What a browser may do with our answers. Pages may loosen their own policy, none does but /docs. */
export function setSecurityHeaders(
  app: FastifyInstance,
  { pages, publicUrl }: { pages: readonly (string | undefined)[]; publicUrl: string | undefined },
): void {
  const inline = hashesOf('script', pages.join(''))
  const pagePolicy = [
    "default-src 'none'",
    `script-src 'self' ${inline}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
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

/**
 * Of the document in which a member types the address of another node: it may ask anyone, is framed by
 * our pages alone, and has no origin, so that there is nothing of the member's in it.
 */
export function policyOfNodePage(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashesOf('script', html)}`,
    `style-src ${hashesOf('style', html)}`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'sandbox allow-scripts',
  ].join('; ')
}

function hashesOf(tag: 'script' | 'style', html: string): string {
  return [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')
}
