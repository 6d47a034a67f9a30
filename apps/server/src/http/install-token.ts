import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'

import { isLoopbackHost } from '#network/address.ts'

/**
 * The token of the install opens to another device what is for this machine alone: who started the
 * server reads it, and hands it on by opening an address once.
 */

const BYTES = 32
const COOKIE = 'btbc_install'
const YEAR_S = 31_536_000
/** Where an address with the token leads. */
const DOOR = '/dev/inbox'

/** Kept in the data directory; a file that is lost or damaged is drawn anew. */
export function readInstallToken(directory: string): string {
  const file = path.join(directory, 'install.token')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (/^[\w-]{43}$/.test(kept)) return kept
  const token = randomBytes(BYTES).toString('base64url')
  mkdirSync(directory, { recursive: true })
  writeWhole(file, token, { mode: 0o600 })
  return token
}

/** How long it takes says nothing about how much of it is right. */
export function isToken(token: string | undefined, claimed: string | undefined): boolean {
  if (token === undefined || claimed === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(token), digest(claimed))
}

export function tokenInCookies(header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
}

/** No script reads it, and no other site's page has it sent. */
export function cookieOf(token: string): string {
  return `${COOKIE}=${token}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict`
}

/** Addresses with the token in them, for the person who starts a server that listens on `host`. */
export function doorsOf(token: string, { host, port }: { host: string; port: number }): string[] {
  if (isLoopbackHost(host)) return []
  return namesOf(host).map((name) => `http://${name}:${port}${DOOR}?token=${token}`)
}

/** How other devices call this machine. */
function namesOf(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host.includes(':') ? `[${host}]` : host]
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return ['localhost', ...own.map(({ address }) => address)]
}
