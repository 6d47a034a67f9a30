import dns, { type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

import { isPublic, readAddress } from '#network/address.ts'

/**
 * Posts to an address that a member named. It leads out of the house or nowhere: https to the usual
 * port of a public address, looked up in the moment of the connection; no redirect is followed.
 */

/** What is answered besides the status is nothing to us; somebody who has more to say is hung up on. */
const ANSWER_BYTES_MAX = 4096

export type Outward = {
  /** The status that was answered. */
  post(
    url: string,
    message: { headers: Readonly<Record<string, string | number>>; body: Buffer },
    signal: AbortSignal,
  ): Promise<number>
  close(): void
}

/** Whether an address may be posted to, as far as it says itself. `local` is allowed besides, for tests. */
export function leadsOutward(text: string, local: string | undefined): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return false
  if (url.origin === local) return true
  const { protocol, username, password, port, hostname } = url
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false
  const address = readAddress(hostname)
  return address === undefined ? hostname.includes('.') : isPublic(address)
}

export function openOutward(local: string | undefined, maxSockets: number): Outward {
  const agent = new https.Agent({ keepAlive: true, maxSockets })
  return {
    async post(url, { headers, body }, signal) {
      if (!leadsOutward(url, local)) throw new Error('an address that leads nowhere outside')
      const isLocal = new URL(url).origin === local
      const options = { method: 'POST', headers, signal }
      return await new Promise<number>((resolve, reject) => {
        const asked =
          isLocal && url.startsWith('http:')
            ? http.request(url, options)
            : https.request(url, { ...options, agent, ...(isLocal ? {} : { lookup: publicOnly }) })
        asked.on('error', reject)
        asked.on('response', (answer) => {
          let bytes = 0
          answer.on('error', () => undefined)
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > ANSWER_BYTES_MAX) answer.destroy()
          })
          resolve(answer.statusCode ?? 0)
        })
        asked.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

/** A name that has any address inside is not asked at all. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  findAddresses(hostname).then(
    (found) => {
      const [first] = found
      if (!first || !found.every(({ address }) => isPublic(address))) {
        return done(new Error(`${hostname} is no public address`), '')
      }
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    },
    (error: Error) => done(error, ''),
  )
}

/** By packets of our own: a lookup of the system would hold one of the few threads for as long as it takes. */
async function findAddresses(hostname: string): Promise<LookupAddress[]> {
  const answers = await Promise.all(
    ([4, 6] as const).map(async (family) => {
      const ask = family === 4 ? dns.promises.resolve4 : dns.promises.resolve6
      const addresses = await ask(hostname).catch(() => [])
      return addresses.map((address) => ({ address, family }))
    }),
  )
  return answers.flat()
}
