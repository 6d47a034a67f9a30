import type { IncomingMessage } from 'node:http'

import {
  isLoopback,
  isLoopbackHost,
  isWithin,
  neighbourhoodOf,
  networkOf,
  readAddress,
  readRanges,
} from './address.ts'

/** From where somebody calls; the same for HTTP and sockets, and for everything that asks. */
export type CallerAddress = {
  ip: string
  /** Failed tries, sent codes and a freeze are counted for this one. */
  network: string
  /** How often somebody calls is counted for this one. */
  neighbourhood: string
  /** Sits at this machine: there the address says nothing, and nothing is counted for it. */
  local: boolean
}

export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => CallerAddress

type Settings = {
  host: string
  publicUrl: string | undefined
  /** The proxies whose word counts, as addresses, networks and words. */
  trustProxy: readonly string[]
}

export function createAddressOf(settings: Settings): AddressOf {
  const trusted = settings.trustProxy.flatMap((each) => readRanges(each) ?? [])
  const isAlone =
    isLoopbackHost(settings.host) &&
    settings.publicUrl === undefined &&
    settings.trustProxy.length === 0
  const read = remembered((request) => {
    const ip = heardFrom(request, (address) => isWithin(address, trusted))
    const { remoteAddress = '' } = request.socket
    return {
      ip,
      network: networkOf(ip),
      neighbourhood: neighbourhoodOf(ip),
      fromHere: isAlone && isLoopback(remoteAddress),
    }
  })
  return (request) => {
    const { fromHere, ...heard } = read(request)
    return { ...heard, local: fromHere && sitsHere(request) }
  }
}

type Heard = Omit<CallerAddress, 'local'> & { fromHere: boolean }

/** What was read of addresses lately: each call asks for its own several times. */
const REMEMBERED_MAX = 10_000
const REMEMBERED_LENGTH_MAX = 200

function remembered(
  read: (request: Parameters<AddressOf>[0]) => Heard,
): (request: Parameters<AddressOf>[0]) => Heard {
  const known = new Map<string, Heard>()
  return (request) => {
    const { socket, headers } = request
    const told = String(headers['x-forwarded-for'] ?? '')
    if (told.length > REMEMBERED_LENGTH_MAX) return read(request)
    const key = `${socket.remoteAddress ?? ''} ${told}`
    const earlier = known.get(key)
    if (earlier) return earlier
    const heard = read(request)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(key, heard)
    return heard
  }
}

/**
 * Each proxy writes down at the end whom it heard, behind what it was told. So the list is read from
 * its end, for as long as the one who wrote an entry is trusted; what stands before that is anybody's.
 */
function heardFrom(
  { socket, headers }: Parameters<AddressOf>[0],
  isTrusted: (address: string) => boolean,
): string {
  let known = readAddress(socket.remoteAddress ?? '') ?? ''
  for (const entry of String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .toReversed()) {
    const next = readAddress(entry)
    if (next === undefined || !isTrusted(known)) break
    known = next
  }
  return known
}

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * The name that was asked for and the headers are the caller's to choose, the address of the other
 * end is not. A proxy on this machine has a loopback address, too, and may say nothing of whom it
 * speaks for: where one is to be expected, nobody sits here.
 */
function sitsHere({ headers }: Parameters<AddressOf>[0]): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '')
  return (
    ['localhost', '127.0.0.1', '[::1]'].includes(name) &&
    FORWARDING.every((each) => headers[each] === undefined)
  )
}
