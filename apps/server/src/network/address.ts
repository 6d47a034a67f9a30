import ipaddr from 'ipaddr.js'

/** Network addresses as sockets, people and proxies write them: parsed here and nowhere else. */

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

const IPV6_HOUSEHOLD_BITS = 64
const IPV4_NEIGHBOURHOOD_BITS = 24

/** IPv4, plain or inside IPv6, or IPv6; undefined for anything else, such as a name. */
function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  const [withoutZone = ''] = text.split('%')
  return ipaddr.IPv6.isValid(withoutZone) ? ipaddr.process(withoutZone) : undefined
}

/** The one way an address is written here; some proxies write the port behind it. */
export function readAddress(text: string): string | undefined {
  const [, bracketed, plain] = /^\s*(?:\[([^\]]*)\](?::\d{1,5})?|([^\s[\]]*))\s*$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  return parse(address.includes('.') ? address.replace(/:\d{1,5}$/, '') : address)?.toString()
}

/** On this machine, whatever way it is written. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback'
}

/** Of the open internet: no address of this machine, a network inside, or kept for something else. */
export function isPublic(address: string): boolean {
  return parse(address)?.range() === 'unicast'
}

/** What HOST says when the server is to be reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

/** One household or office: one IPv4 address, or the /64 of IPv6 it can choose addresses from. */
export function networkOf(address: string): string {
  const parsed = parse(address)
  return parsed?.kind() === 'ipv6' ? startOf(parsed, IPV6_HOUSEHOLD_BITS) : address
}

/** Whom calls are counted for: a /64 of IPv6, or the /24 around an IPv4 address, cheap to have all of. */
export function neighbourhoodOf(address: string): string {
  const parsed = parse(address)
  return parsed?.kind() === 'ipv4' ? startOf(parsed, IPV4_NEIGHBOURHOOD_BITS) : networkOf(address)
}

function startOf(address: Address, bits: number): string {
  const bytes = address.toByteArray()
  return ipaddr.fromByteArray(bytes.fill(0, bits / 8)).toString() + `/${bits}`
}

const words: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** What a word, a network or an address stands for; undefined when it is none, or everybody. */
export function readRanges(text: string): readonly Range[] | undefined {
  const ranges = (words[text] ?? [text]).map(readRange)
  return ranges.every((each) => each !== undefined) ? ranges : undefined
}

function readRange(text: string): Range | undefined {
  const [address = '', bits] = text.split('/', 2)
  const parsed = parse(address)
  if (!parsed || !/^\d{1,3}$/.test(bits ?? '0')) return undefined
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  return length > 0 && length <= most ? [parsed, length] : undefined
}

export function isWithin(address: string, ranges: readonly Range[]): boolean {
  const parsed = parse(address)
  return ranges.some(
    ([start, bits]) => parsed?.kind() === start.kind() && parsed.match(start, bits),
  )
}
