import { randomBytes } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { deviceOf, originOf, type Reader, readerOf } from './caller.ts'
import type { IsAtThisMachine } from './this-machine.ts'
import type { CallerAddress, AddressOf } from '#network/caller-address.ts'

/** Everything a use case may know besides its transaction and its request. */
export type RequestContext = Reader & {
  now: Date
  wallNow: Date
  random: (bytes: number) => Buffer
  from: CallerAddress
  ip: string
  device: string
  /** House rule 9: the caller sits at this machine or holds the token of the install. */
  isLocal: boolean
  /** Where the caller's app is, for links that lead back to it. */
  origin: string
}

export function requestContextOf(
  request: FastifyRequest,
  parts: { clock: Clock; config: Config; addressOf: AddressOf; isLocalRequest: IsAtThisMachine },
): RequestContext {
  const { clock, config, isLocalRequest } = parts
  const from = parts.addressOf(request.raw)
  return {
    now: clock.now(),
    wallNow: clock.wallNow(),
    random: randomBytes,
    ...readerOf(request),
    from,
    ip: from.ip,
    device: deviceOf(request),
    isLocal: isLocalRequest(request),
    origin: originOf(request, config),
  }
}
