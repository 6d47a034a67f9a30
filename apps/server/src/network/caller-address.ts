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
import { remembered } from './remembered.ts'

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
  const read = remembered(saidOf, (request) => {
    const ip = heardFrom(request, (address) => isWithin(address, trusted))
    const heard = { ip, network: networkOf(ip), neighbourhood: neighbourhoodOf(ip) }
    return {
      isFromHere: isAlone && isLoopback(request.socket.remoteAddress ?? ''),
      here: { ...heard, local: true },
      elsewhere: { ...heard, local: false },
    }
  })
  return (request) => {
    const { isFromHere, here, elsewhere } = read(request)
    return isFromHere && sitsHere(request) ? here : elsewhere
  }
}

/** All that the network says of a caller. */
function saidOf({ socket, headers }: Parameters<AddressOf>[0]): string {
  const { remoteAddress = '' } = socket
  const told = headers['x-forwarded-for']
  return told === undefined ? remoteAddress : `${remoteAddress} ${String(told)}`
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
