import { Refusal } from '@btbc/contract/refusals.ts'
import type { FastifyRequest } from 'fastify'

/** A change is never started by another website, a prefetch or a preview. */
export function refuseForeignStart(request: FastifyRequest): void {
  const { headers } = request
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  if (
    headers['sec-fetch-site'] === 'cross-site' ||
    /prefetch|preview/.test(String(purpose ?? ''))
  ) {
    throw new Refusal('cross_site')
  }
}
