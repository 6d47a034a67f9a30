import { type GatewayPath, gatewayPaths } from '@btbc/contract/gateway-path.ts'
import type { listPaymentMethods } from '@btbc/contract/gateway.ts'

import type { Answer } from '#api/call.ts'

/** What the screen of the gateway may call, open and send. */

export type Platform = Answer<typeof listPaymentMethods>['platforms'][number]

/** The methods a link leads to; all without a link, none when it names a path that is not on the list. */
export function platformsFor(
  platforms: readonly Platform[],
  { api, code }: { api?: string | undefined; code?: string | undefined },
): readonly Platform[] {
  if (!api) return platforms
  const path: GatewayPath | undefined = gatewayPaths.find((each) => each === api)
  const there = platforms.filter((platform) => platform.api === path)
  return code ? there.filter((platform) => platform.code === code) : there
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A page we may leave for: https, or this very machine. */
export function isPaymentPage(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
}
