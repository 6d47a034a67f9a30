import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'

import { onTestFinished } from 'vitest'

type Heard = { path: string; authorization: string; body: Buffer }

/** A push service of this machine, and browsers that subscribe with it. */
export async function startPushService() {
  const heard: Heard[] = []
  const gone = new Set<string>()
  const mute = new Set<string>()
  const failing = new Set<string>()
  const waiting = new Set<ServerResponse>()
  const service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (mute.has(path)) {
        waiting.add(response)
        return response.on('close', () => waiting.delete(response))
      }
      if (failing.has(path)) return response.writeHead(503).end()
      const { authorization = '' } = request.headers
      if (!gone.has(path)) heard.push({ path, authorization, body: Buffer.concat(chunks) })
      return response.writeHead(gone.has(path) ? 410 : 201).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
  })
  const address = service.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const origin = `http://127.0.0.1:${port}`
  let browsers = 0
  return {
    origin,
    heard,
    gone,
    /** Where it accepts, and says nothing. */
    mute,
    waiting,
    failing,
    browser() {
      browsers += 1
      return openBrowser(`${origin}/push/${browsers}`)
    },
  }
}

/** As RFC 8291 has it, from the other side. */
function openBrowser(endpoint: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: {
      endpoint,
      p256dh: own.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    open(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const theirs = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + theirs.length)
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
      const shared = hkdfSync('sha256', own.computeSecret(theirs), auth, about, 32)
      const derive = (info: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, info, bytes))
      const key = derive('Content-Encoding: aes128gcm\0', 16)
      const nonce = derive('Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}
