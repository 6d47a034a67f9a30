import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import type { Envelope } from '#http/envelope.ts'
import { badPictures, MARK } from '#testing/bad-pictures.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { anyPicture, fetchPicture, sendPicture } from '#testing/upload.ts'

/** What strangers send: judged by its bytes, redrawn or refused, within bounded memory. */

const MEMORY_BYTES_MAX = 300 * 1024 * 1024
const LARGE_BYTES = 5 * 1024 * 1024

async function start() {
  const server = await startTestServer({ rateLimits: false, logLevel: 'silent' })
  const ada = await server.join('ada@example.test')
  const folder = path.join(server.dataDirectory, 'uploads')
  return { server, ada, kept: () => listed(folder) }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The pictures of a day were sent yesterday: the limit of a day is another test's. */
async function forgetDay({ db, clock }: TestServer): Promise<void> {
  const sent_at = new Date(clock.wallNow().getTime() - 48 * 60 * 60 * 1000)
  await db.updateTable('upload').set({ sent_at }).execute()
}

/** Watches how much memory this process takes until it is asked for the most. */
function watchMemory(): () => number {
  const base = process.memoryUsage().rss
  let most = base
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  return () => {
    clearInterval(timer)
    return Math.max(most, process.memoryUsage().rss) - base
  }
}

test('every one of 120 bad files is refused by name or redrawn with nothing but its dots left', async () => {
  const { server, ada, kept } = await start()
  const files = (await badPictures()).toSorted((a, b) => a.bytes.length - b.bytes.length)
  expect(files.length).toBeGreaterThanOrEqual(120)
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  const mostMemory = watchMemory()
  let memory: number | undefined
  const surprises: string[] = []
  for (const { name, bytes, outcome, filename = 'a.jpg', type = 'image/jpeg' } of files) {
    // What is small and wants to be large comes first; the large ones are also copies of this client.
    if (bytes.length > LARGE_BYTES) memory ??= mostMemory()
    await forgetDay(server)
    const before = kept().length
    const answer = await sendPicture(server, ada, { bytes, name: filename, type })
    const found = answer.type === 'ok' ? 'accepted' : answer.code
    if (found !== outcome) surprises.push(`${name}: ${found}, not ${outcome}`)
    if (answer.type !== 'ok') {
      expect(kept().length, name).toBe(before)
      continue
    }
    surprises.push(...(await faultsOf(server, ada, { name, bytes, id: String(answer.message) })))
  }
  expect(surprises).toEqual([])
  expect(memory).toBeLessThan(MEMORY_BYTES_MAX)
  expect(kept().every((each) => /^[0-9a-f]{32}$/.test(each))).toBe(true)
})

/** What is wrong with a picture as it was kept. */
async function faultsOf(
  server: TestServer,
  as: TestMember,
  { name, bytes, id }: { name: string; bytes: Buffer; id: string },
): Promise<string[]> {
  const response = await fetchPicture(server, as, id)
  const kept = Buffer.from(await response.arrayBuffer())
  const about = await sharp(kept).metadata()
  const digest = (each: Buffer) => createHash('sha256').update(each).digest('hex')
  return [
    about.format === 'jpeg' ? '' : `is ${about.format}`,
    about.space === 'srgb' ? '' : `in ${about.space}`,
    (about.exif ?? about.xmp ?? about.iptc ?? about.icc) ? 'has metadata' : '',
    Math.max(about.width, about.height) <= 2000 ? '' : 'is too large',
    digest(kept) === digest(bytes) ? 'is what was sent' : '',
    kept.includes(MARK) ? 'has the payload' : '',
    response.headers.get('content-type') === 'image/jpeg' ? '' : 'is served as something else',
  ]
    .filter((fault) => fault !== '')
    .map((fault) => `${name}: ${fault}`)
}

/** A form written by hand, for what no browser would send. */
async function sendRaw(
  server: TestServer,
  as: TestMember,
  { body, type = 'multipart/form-data; boundary=b' }: { body: Buffer | string; type?: string },
): Promise<Envelope> {
  const response = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    body: Uint8Array.from(Buffer.from(body)),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Envelope
}

function part(headers: string, content: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`--b\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
}

test('a form that is not one picture and its purpose is refused and leaves nothing behind', async () => {
  const { server, ada, kept } = await start()
  const jpeg = await anyPicture()
  const file = part('Content-Disposition: form-data; name="file"; filename="a.jpg"', jpeg)
  const field = (name: string, value: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, value)
  const end = Buffer.from('--b--\r\n')
  const many = Array.from({ length: 10_000 }, (_, at) => field(`f${at}`, 'x'))
  const forms: readonly (readonly [code: string, body: Buffer | string, type?: string])[] = [
    ['upload_form', Buffer.concat([file, file, end])],
    ['upload_form', Buffer.concat([...many, end])],
    ['upload_form', Buffer.concat([file, ...many, end])],
    ['upload_form', Buffer.concat([field('file', 'text'), end])],
    ['upload_form', Buffer.concat([field('__proto__', 'x'), file, end])],
    ['upload_form', Buffer.concat([field('constructor', 'x'), file, end])],
    ['upload_form', Buffer.concat([field('x'.repeat(5000), 'x'), file, end])],
    ['upload_form', part('Content-Disposition: form-data; name="picture"; filename="a.jpg"', jpeg)],
    ['upload_form', file.subarray(0, 200)],
    ['upload_form', Buffer.concat([file, Buffer.from('--c--')])],
    ['upload_form', end],
    ['upload_form', ''],
    ['upload_form', 'nonsense'],
    ['upload_form', Buffer.concat([file, end]), 'multipart/form-data'],
    ['upload_form', Buffer.concat([file, end]), 'multipart/form-data; boundary='],
    [
      'upload_form',
      Buffer.concat([file, end]),
      `multipart/form-data; boundary=${'x'.repeat(5000)}`,
    ],
    ['upload_form', part('X-Nothing: 1', jpeg)],
    ['invalid_request', Buffer.concat([field('purpose', 'passport'), file, end])],
    ['invalid_request', Buffer.concat([field('purpose', 'x'.repeat(5000)), file, end])],
    ['unsupported_media_type', file, 'multipart/mixed; boundary=b'],
    ['unsupported_media_type', jpeg, 'image/jpeg'],
    ['unsupported_media_type', 'file=a', 'application/x-www-form-urlencoded'],
    ['unsupported_media_type', '{}', 'application/json'],
  ]
  for (const [at, [code, body, type]] of forms.entries()) {
    const answer = await sendRaw(server, ada, { body, ...(type === undefined ? {} : { type }) })
    expect({ at, ...answer }).toMatchObject({ at, code })
  }
  expect(kept()).toEqual([])
  // A name with a NUL and headers inside it is only a name.
  const odd = part(
    'Content-Disposition: form-data; name="file"; filename="a\0.php\\r\\nX: 1.jpg"\r\nContent-Transfer-Encoding: base64',
    jpeg,
  )
  expect((await sendRaw(server, ada, { body: Buffer.concat([odd, end]) })).type).toBe('ok')
})

/** Opens a request by hand and sends so much of the picture. */
async function beginUpload(server: TestServer, as: TestMember, bytes: Buffer) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 8000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
  )
  socket.write(bytes)
  return socket
}

test('uploads that are broken off or never end hold nobody up and leave nothing behind', async () => {
  const { server, ada, kept } = await start()
  const bob = await server.join('bob@example.test')
  const bytes = await anyPicture()
  for (let round = 0; round < 20; round += 1) {
    const come = once(server.app.http.server, 'request') as Promise<[IncomingMessage]>
    const socket = await beginUpload(server, ada, bytes)
    const [form] = await come
    await expect.poll(() => form.readableFlowing, { interval: 5 }).toBe(true)
    socket.destroy()
  }
  const outcome = async (as: TestMember) => {
    await forgetDay(server)
    const answer = await sendPicture(server, as, { bytes })
    return answer.type === 'ok' ? 'ok' : answer.code
  }
  const becomes = async (wanted: string) => await expect.poll(() => outcome(ada)).toBe(wanted)
  await becomes('ok')
  // One more of hers each time, until no more are taken; another member does not notice.
  const slow: Awaited<ReturnType<typeof beginUpload>>[] = []
  onTestFinished(() => slow.forEach((socket) => socket.destroy()))
  const oneMore = async () => {
    slow.push(await beginUpload(server, ada, bytes))
    return await outcome(ada)
  }
  await expect.poll(oneMore).toBe('try_again')
  expect(await outcome(bob)).toBe('ok')
  for (const socket of slow) socket.destroy()
  await becomes('ok')
  expect(kept().filter((each) => !/^[0-9a-f]{32}$/.test(each))).toEqual([])
})

test('a few who send and never end keep nobody out, and what they break off is of their day', async () => {
  const { server, ada } = await start()
  const bob = await server.join('bob@example.test')
  const large = Buffer.alloc(7_900_000, 1)
  const forms: IncomingMessage[] = []
  server.app.http.server.on('request', (form) => forms.push(form))
  const slow = await Promise.all(
    Array.from({ length: 4 }, async () => await beginUpload(server, ada, large)),
  )
  onTestFinished(() => slow.forEach((socket) => socket.destroy()))
  // All of it is held: what has only been sent could still find no room.
  const arrived = () => forms.filter(({ socket }) => socket.bytesRead > large.length)
  await expect.poll(arrived).toHaveLength(4)
  const outcome = async (bytes: Buffer) => {
    const answer = await sendPicture(server, bob, { bytes })
    return answer.type === 'ok' ? 'ok' : answer.code
  }
  // While so much is on its way there is room for everybody, and for one at a time.
  const many = await Promise.all([large, large, large, large].map(outcome))
  expect(many).toContain('try_again')
  expect(await outcome(await anyPicture())).toBe('ok')
  for (const socket of slow) socket.destroy()
  const counted = async () =>
    await server.db
      .selectFrom('upload')
      .select('id')
      .where('member_id', '=', ada.id)
      .where('deleted_at', 'is not', null)
      .execute()
  await expect.poll(counted).toHaveLength(4)
})

/** Sends a picture for each token at one moment, from a process of its own; answers what came back. */
const FLOOD = `
const { url, tokens, file } = JSON.parse(process.argv[1])
const { readFileSync } = await import('node:fs')
const picture = new Blob([readFileSync(file)], { type: 'image/jpeg' })
const outcomes = await Promise.all(tokens.map(async (token) => {
  const form = new FormData()
  form.append('file', picture, 'a.jpg')
  const answer = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token }, body: form })
  const { type, code } = await answer.json()
  return code ?? type
}))
console.log(JSON.stringify(outcomes))
`

/** Pixels of each; a picture of a phone's camera in the campaign. */
const [WIDTH, HEIGHT] = process.env['BTBC_CAMPAIGN'] === '1' ? [1600, 1200] : [800, 600]

test('of 200 pictures at one moment each is taken or asked to come again, and memory stays bounded', async () => {
  const { server } = await start()
  const members: TestMember[] = []
  for (let at = 0; at < 25; at += 1) members.push(await server.join(`m${at}@example.test`))
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: '#000', noise } as const
  mkdirSync(server.dataDirectory, { recursive: true })
  const file = path.join(server.dataDirectory, 'noise.jpg')
  await sharp({ create }).jpeg({ quality: 95 }).toFile(file)
  const tokens = Array.from({ length: 200 }, (_, at) => members[at % members.length]?.token)
  const order = JSON.stringify({ url: `${server.url}/api/upload`, tokens, file })
  const mostMemory = watchMemory()
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    FLOOD,
    order,
  ])
  const outcomes = JSON.parse(stdout) as string[]
  expect(outcomes).toHaveLength(200)
  expect(outcomes.filter((each) => each !== 'ok' && each !== 'try_again')).toEqual([])
  expect(outcomes.filter((each) => each === 'ok').length).toBeGreaterThan(0)
  expect(mostMemory()).toBeLessThan(MEMORY_BYTES_MAX)
  const bytes = await anyPicture()
  expect(await sendPicture(server, members[0], { bytes })).toMatchObject({ type: 'ok' })
})
