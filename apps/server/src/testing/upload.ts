import type { Envelope } from '#http/envelope.ts'
import sharp from 'sharp'

import type { TestServer } from './server.ts'

/** Sends a picture as a browser would. */
export async function sendPicture(
  server: Pick<TestServer, 'url'>,
  as: { token: string } | undefined,
  {
    bytes,
    purpose,
    name = 'picture.jpg',
    type = 'image/jpeg',
  }: { bytes: Buffer; purpose?: string; name?: string; type?: string },
): Promise<Envelope> {
  const form = new FormData()
  if (purpose !== undefined) form.append('purpose', purpose)
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  const response = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
    body: form,
  })
  return (await response.json()) as Envelope
}

/** The id of a picture that must be taken. */
export async function uploaded(
  server: Pick<TestServer, 'url'>,
  as: { token: string },
  purpose?: string,
): Promise<string> {
  const bytes = await anyPicture()
  const answer = await sendPicture(server, as, { bytes, ...(purpose ? { purpose } : {}) })
  if (answer.type !== 'ok') throw new Error(`refused with ${answer.code}`)
  return String(answer.message)
}

/** What its owner, or whoever tries, gets back. */
export async function fetchPicture(
  server: Pick<TestServer, 'url'>,
  as: { token: string } | undefined,
  id: string,
): Promise<Response> {
  return await fetch(`${server.url}/api/upload/${id}`, {
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  })
}

export async function anyPicture(width = 320, height = 200): Promise<Buffer> {
  const background = { r: 90, g: 130, b: 160 }
  return await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
