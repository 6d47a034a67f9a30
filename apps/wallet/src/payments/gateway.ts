import { type GatewayPath, gatewayPaths } from '@btbc/contract/gateway-path.ts'
import type { listPaymentMethods } from '@btbc/contract/gateway.ts'
import { parseAmount } from '@btbc/money/amount.ts'

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

export type Limits = { min: string; max: string }

/** Whether an amount as the pad has it lies within the limits. */
export function isWithin(amount: string, { min, max }: Limits): boolean {
  const units = parseAmount(amount)
  if (units === undefined) return false
  return units >= (parseAmount(min) ?? 0n) && units <= (parseAmount(max) ?? 0n)
}

/** Whether the house can cover it just now. */
export function isCovered(amount: string, left: string): boolean {
  return (parseAmount(amount) ?? 0n) <= (parseAmount(left) ?? 0n)
}
