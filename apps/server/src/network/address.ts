import ipaddr from 'ipaddr.js'

/** Network addresses as sockets, people and proxies write them. */

/** IPv4, plain or inside IPv6, or IPv6; undefined for anything else, such as a name or a port. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined
}

/** On this machine, whatever way it is written. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback'
}

/** What HOST says when the server is to be reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}
