import { randomBytes } from 'node:crypto'

import type { Language } from '@btbc/contract/wire.ts'
import type { FastifyRequest } from 'fastify'

import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import { deviceOf, languageOf, originOf } from './caller.ts'
import type { IsAtThisMachine } from './this-machine.ts'

/** Everything a use case may know besides its transaction and its request. */
export type Circumstances = {
  now: Date
  wallNow: Date
  random: (bytes: number) => Buffer
  language: Language
  ip: string
  device: string
  /** House rule 9: the caller sits at this machine or holds the token of the install. */
  atThisMachine: boolean
  /** Where the caller's app is, for links that lead back to it. */
  origin: string
}

export function circumstancesOf(
  request: FastifyRequest,
  parts: { clock: Clock; config: Config; isAtThisMachine: IsAtThisMachine },
): Circumstances {
  const { clock, config, isAtThisMachine } = parts
  return {
    now: clock.now(),
    wallNow: clock.wallNow(),
    random: randomBytes,
    language: languageOf(request),
    ip: request.ip,
    device: deviceOf(request),
    atThisMachine: isAtThisMachine(request),
    origin: originOf(request, config),
  }
}
