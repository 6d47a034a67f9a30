import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { UPLOADS_PER_DAY } from '@btbc/contract/upload.ts'
import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { startBeside, startTestServer, type TestServer } from '#testing/server.ts'
import { logIn } from '#testing/sessions.ts'
import { anyPicture, fetchPicture, sendPicture, uploaded } from '#testing/upload.ts'

import { openUploadFiles } from './files.ts'
import { deleteUploadsAt, removeStrayFiles } from './kept-pictures.ts'
import { redraw } from './picture.ts'
import { openUpload, takeUpload } from './upload.ts'

async function start() {
  const server = await startTestServer()
  const folder = path.join(server.dataDirectory, 'uploads')
  return { server, folder, ada: await server.join('ada@example.test') }
}

const take = (
  { db, clock }: TestServer,
  memberId: number,
  id: string,
  purpose: 'identity' | 'voucher' | 'deal',
) => db.transaction().execute((tx) => takeUpload(tx, { memberId, id, purpose, now: clock.now() }))

test('a picture comes back to its owner redrawn and stamped, and lies sealed in a file', async () => {
  const { server, folder, ada } = await start()
  const sent = await sharp(await anyPicture(1200, 800))
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  expect(sent.includes('secret-owner')).toBe(true)

  const answer = await sendPicture(server, ada, { bytes: sent, purpose: 'identity' })

  expect(answer).toMatchObject({
    type: 'ok',
    message: expect.stringMatching(/^[\w-]{32}$/) as unknown,
  })
  const response = await fetchPicture(server, ada, String(answer.message))
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="picture.jpg"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const kept = Buffer.from(await response.arrayBuffer())
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 800 })
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect(kept.includes('secret-owner')).toBe(false)
  const { channels } = await sharp(kept).stats()
  expect(channels[0]?.stdev ?? 0).toBeGreaterThan(10)

  const files = openUploadFiles(folder)
  const seen = await openUpload(server.db, { files, id: String(answer.message) })
  expect(seen.equals(kept)).toBe(true)

  const [file = ''] = readdirSync(folder)
  expect(file).toMatch(/^[0-9a-f]{32}$/)
  const onDisk = readFileSync(path.join(folder, file))
  expect(onDisk.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  await expect(sharp(onDisk).metadata()).rejects.toThrow(/unsupported/)
})

test('nobody else gets it, and no answer tells that it exists', async () => {
  const { server, ada } = await start()
  const eve = await server.join('eve@example.test')
  const id = await uploaded(server, ada, 'identity')
  expect((await fetchPicture(server, undefined, id)).status).toBe(401)
  const bodies: unknown[] = []
  for (const each of [id, 'x'.repeat(32), '..%2F..%2Fetc%2Fpasswd', "'; drop table upload"]) {
    const response = await fetchPicture(server, eve, each)
    expect(response.status).toBe(404)
    bodies.push({ ...((await response.json()) as object), request_id: '' })
  }
  expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(await sendPicture(server, undefined, { bytes: await anyPicture() })).toMatchObject({
    type: 999,
  })
})

test('a picture is used once, by its owner, for what it was sent for', async () => {
  const { server, ada } = await start()
  const eve = await server.join('eve@example.test')
  const id = await uploaded(server, ada, 'identity')
  await expect(take(server, eve.id, id, 'identity')).rejects.toThrow('upload_not_found')
  await expect(take(server, ada.id, id, 'voucher')).rejects.toThrow('upload_not_found')
  await expect(take(server, ada.id, 'x'.repeat(32), 'identity')).rejects.toThrow('upload_not_found')
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => take(server, ada.id, id, 'identity')),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const open = await uploaded(server, ada)
  await take(server, ada.id, open, 'deal')
  await expect(take(server, ada.id, open, 'voucher')).rejects.toThrow('upload_not_found')
})

test('an unused picture is gone after a day, a used one when it is no longer needed: file and key', async () => {
  const { server, folder, ada } = await start()
  const unused = await uploaded(server, ada, 'identity')
  const used = await uploaded(server, ada, 'identity')
  await take(server, ada.id, used, 'identity')
  await server.pass({ hours: 23 })
  expect(readdirSync(folder)).toHaveLength(2)
  await server.pass({ hours: 2 })
  expect(readdirSync(folder)).toHaveLength(1)
  // The session of her joining is over by then.
  const again = await logIn(server, ada)
  expect((await fetchPicture(server, again, unused)).status).toBe(404)
  expect((await fetchPicture(server, again, used)).status).toBe(200)
  await server.pass({ days: 200 })
  expect(readdirSync(folder)).toHaveLength(1)
  const at = server.clock.now()
  await server.db
    .transaction()
    .execute((tx) => deleteUploadsAt(tx, { memberId: ada.id, ids: [used], at }))
  await server.pass({ seconds: 1 })
  expect(readdirSync(folder)).toHaveLength(0)
  const rows = await server.db.selectFrom('upload').select(['sealed_key', 'deleted_at']).execute()
  expect(rows.map((row) => [row.sealed_key, row.deleted_at !== null])).toEqual([
    [null, true],
    [null, true],
  ])
})

test('a file that no row knows is removed after an hour', async () => {
  const { server, folder, ada } = await start()
  await uploaded(server, ada, 'identity')
  const [known = ''] = readdirSync(folder)
  const stray = path.join(folder, '0123456789abcdef'.repeat(2))
  writeFileSync(stray, 'half a picture')
  for (const file of [stray, path.join(folder, known)]) utimesSync(file, 1000, 1000)
  const files = openUploadFiles(folder)
  expect(await removeStrayFiles(server.db, { files, before: new Date(2_000_000) })).toBe(1)
  expect(existsSync(stray)).toBe(false)
  expect(readdirSync(folder)).toEqual([known])
})

test('a member sends thirty pictures a day at the most', async () => {
  const { server, ada } = await start()
  await server.db
    .insertInto('upload')
    .values(
      Array.from({ length: UPLOADS_PER_DAY - 1 }, (_, at) => ({
        id: String(at).padStart(32, '0'),
        file: String(at).padStart(32, '0'),
        member_id: ada.id,
        purpose: 'deal',
        sealed_key: Buffer.alloc(1),
        bytes: 1,
        sent_at: server.clock.wallNow(),
        created_at: server.clock.now(),
        delete_at: server.clock.now(),
      })),
    )
    .execute()
  const bytes = await anyPicture()
  const answers = await Promise.all([1, 2, 3].map(() => sendPicture(server, ada, { bytes })))
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const last = await sendPicture(server, ada, { bytes })
  expect(last).toMatchObject({ code: 'upload_limit', details: { limit: UPLOADS_PER_DAY } })
})

test('a picture that cannot be read counts as one that was sent', async () => {
  const { server, folder, ada } = await start()
  const bytes = (await anyPicture()).subarray(0, 400)
  for (let sent = 0; sent < UPLOADS_PER_DAY; sent += 1) {
    expect(await sendPicture(server, ada, { bytes })).toMatchObject({ code: 'upload_unreadable' })
  }
  expect(await sendPicture(server, ada, { bytes })).toMatchObject({ code: 'upload_limit' })
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('who sends pictures that take long waits for others, and others do not wait for all of theirs', async () => {
  const [large, small] = [await anyPicture(2000, 2000), await anyPicture()]
  const drawn: string[] = []
  const draw = async (bytes: Buffer, { name, id }: { name: string; id: number }) => {
    await redraw(bytes, id)
    drawn.push(name)
  }
  const [ada, eve] = [
    { name: 'ada', id: 900_001 },
    { name: 'eve', id: 900_002 },
  ]
  const hers = [1, 2, 3, 4].map(() => draw(large, eve))
  // The first of hers is drawn by then and the second is under way; the others wait.
  await Promise.race(hers)
  await draw(small, ada)
  await Promise.all(hers)
  expect(drawn).toEqual(['eve', 'eve', 'ada', 'eve', 'eve'])
})

test('a form is taken here and nowhere else, and JSON is not taken here', async () => {
  const { server, ada } = await start()
  const authorization = `Bearer ${ada.token}`
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x')
  const elsewhere = await fetch(`${server.url}/api/user/language`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  expect(await elsewhere.json()).toMatchObject({ code: 'unsupported_media_type' })
  const json = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await json.json()).toMatchObject({ code: 'unsupported_media_type' })
})

test('a server in whose folder the pictures of members are not says so, and does not start beside one that has them', async () => {
  const { server, folder, ada } = await start()
  await uploaded(server, ada, 'identity')
  const { pictureWatch, http } = server.app
  const look = async (of: typeof server.app) =>
    await of.pictureWatch.chore.run(server.db, server.clock.wallNow(), AbortSignal.timeout(60_000))
  const health = async (of: typeof http) => (await of.inject({ url: '/health' })).json<object>()
  await look(server.app)
  expect(pictureWatch.isAnyMissing()).toBe(false)
  expect(await health(http)).not.toHaveProperty('pictures')

  const elsewhere = { ...server, dataDirectory: makeTestPlace() }
  onTestFinished(() => removeTestPlace(elsewhere.dataDirectory))
  // Nobody knows yet whether what was taken just now is where it is to be.
  const young = await startBeside(elsewhere)
  expect(young.notices).toEqual([])
  server.clock.pass({ minutes: 1 })
  await look(young)
  expect(await health(young.http)).toMatchObject({ status: 'ok', pictures: 'missing' })
  const text = `1 of the 1 pictures of members that were looked for are not in ${elsewhere.dataDirectory}`
  await expect(startBeside(elsewhere)).rejects.toThrow(
    new RegExp(`^${text}/uploads, and another server`),
  )

  // Who lost the folder, and stands alone, opens the house without it.
  rmSync(folder, { recursive: true })
  await young.jobs.stop()
  await server.app.jobs.stop()
  const alone = await startBeside(server)
  expect(alone.notices).toEqual([expect.stringContaining(`are not in ${folder}`)])
})
