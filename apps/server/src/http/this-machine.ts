import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Config } from '#config.ts'
import { doorsOf, isToken, readInstallToken, tokenInCookies } from './install-token.ts'
import type { AddressOf } from '#network/caller-address.ts'
import { isOwnOrigin } from '#network/own-origin.ts'

/**
 * House rule 9: what only a person at this machine may see. That is who sits here or holds the token
 * of the install; with PUBLIC_URL, nobody.
 */
export type IsAtThisMachine = (request: FastifyRequest) => boolean

export type ThisMachine = {
  isLocalRequest: IsAtThisMachine
  /** None at a public address. */
  installToken: string | undefined
  /** Addresses that open to another device what is for this machine alone. */
  doors: (port: number) => string[]
}

export function openThisMachine(config: Config, addressOf: AddressOf): ThisMachine {
  if (config.publicUrl !== undefined) {
    return { isLocalRequest: () => false, installToken: undefined, doors: () => [] }
  }
  const installToken = readInstallToken(config.dataDirectory)
  return {
    isLocalRequest: (request) => addressOf(request.raw).local || holdsToken(request, installToken),
    installToken,
    doors: (port) => doorsOf(installToken, { host: config.host, port }),
  }
}

/** The cookie counts only for our own pages: ports of one host share their cookies. */
function holdsToken(request: FastifyRequest, token: string): boolean {
  const { cookie, origin, host } = request.headers
  const kept = isOwnOrigin({ origin, host }, undefined) ? tokenInCookies(cookie) : undefined
  return isToken(token, tokenInAddress(request) ?? kept)
}

const WithToken = z.object({ token: z.string() })

/** Only what is for this machine alone is opened by an address. */
export function tokenInAddress(request: FastifyRequest): string | undefined {
  if (!request.url.startsWith('/dev/')) return undefined
  const query = z.safeParse(WithToken, request.query)
  return query.success ? query.data.token : undefined
}
