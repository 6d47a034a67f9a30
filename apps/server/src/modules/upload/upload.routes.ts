import { randomBytes } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import {
  UPLOAD_BYTES_MAX,
  UPLOAD_MB_MAX,
  uploadPath,
  type UploadPurpose,
  uploadPurposes,
} from '@btbc/contract/upload.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { answered } from '#http/envelope.ts'
import { identify } from '#http/pipeline.ts'
import { memberSurface, type ServeParts } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'

import type { UploadFiles } from './files.ts'
import { addUpload, countUnreadable, openOwnUpload, refuseTooMany, writePicture } from './upload.ts'

/** Bytes of all uploads that are being read or wait for their turn. Past it, the next is turned away. */
const BUFFERED_BYTES_MAX = 96 * 1024 * 1024
const AT_ONCE_PER_MEMBER = 4
/** Beyond it nobody goes on with several at once: a few could keep everybody's out. */
const CROWDED_BYTES = BUFFERED_BYTES_MAX / 3
/** Whoever breaks off after so much has sent a picture, as far as their day is concerned. */
const SENT_BYTES = 1024 * 1024
const FORM_BYTES_MAX = UPLOAD_BYTES_MAX + 64 * 1024

/** A picture and at most its purpose; nothing else belongs into the form. */
const LIMITS = {
  files: 1,
  fields: 2,
  parts: 3,
  fileSize: UPLOAD_BYTES_MAX,
  fieldSize: 64,
  fieldNameSize: 64,
  headerPairs: 20,
}

type Parts = ServeParts & { files: UploadFiles }

/** The one form that is not JSON, in a room of its own: everywhere else it is still refused. */
export async function serveUploads(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (room) => {
    room.removeAllContentTypeParsers()
    await room.register(multipart, { throwFileSizeLimit: false })
    const held = { bytes: 0, byMember: new Map<number, number>() }
    room.post(`/api${uploadPath}`, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { memberId } = await identifyMember(parts, request, { changes: true })
      await refuseTooMany(parts.db, { memberId, wallNow: parts.clock.wallNow() })
      const sending = held.byMember.get(memberId) ?? 0
      if (sending >= AT_ONCE_PER_MEMBER) throw new Refusal('try_again')
      held.byMember.set(memberId, sending + 1)
      try {
        const id = await receive(parts, { request, memberId, held })
        return await reply.send(answered(id, request.id))
      } catch (error) {
        // What is left of the form is not worth keeping, but a sender cut off in the middle would not
        // hear why. It is read into nothing, as long as any request may take.
        request.raw.unpipe()
        request.raw.resume()
        throw error
      } finally {
        const left = (held.byMember.get(memberId) ?? 1) - 1
        if (left === 0) held.byMember.delete(memberId)
        else held.byMember.set(memberId, left)
      }
    })
  })
  app.get<{ Params: { id: string } }>(
    `/api${uploadPath}/:id`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { memberId } = await identifyMember(parts, request, { changes: false })
      const { db, files } = parts
      const picture = await openOwnUpload(db, { files, id: request.params.id, memberId })
      return await reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="picture.jpg"',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        .type('image/jpeg')
        .send(picture)
    },
  )
}

async function identifyMember(
  parts: Parts,
  request: FastifyRequest,
  { changes }: { changes: boolean },
) {
  const caller = await identify(memberSurface(parts), request, { changes })
  if (caller === undefined) throw new Refusal('login_required')
  return caller
}

type Held = { bytes: number; byMember: ReadonlyMap<number, number> }

async function receive(
  parts: Parts,
  { request, memberId, held }: { request: FastifyRequest; memberId: number; held: Held },
): Promise<string> {
  const { db, files, clock } = parts
  const ours = { bytes: 0 }
  const hold = (bytes: number) => {
    const isAlone = held.byMember.get(memberId) === 1
    const most = isAlone ? BUFFERED_BYTES_MAX : CROWDED_BYTES
    if (held.bytes + bytes > most) throw new Refusal('try_again')
    held.bytes += bytes
    ours.bytes += bytes
  }
  const random = randomBytes
  const now = () => ({ now: clock.now(), wallNow: clock.wallNow() })
  const countAgainst = async (bytes: number) => {
    const unreadable = { memberId, bytes, random, ...now() }
    await inTransaction(db, (tx) => countUnreadable(tx, unreadable))
  }
  try {
    const form = Promise.race([readForm(request, hold), brokenOff(request)])
    const { sent, purpose } = await form.catch(async (error: unknown) => {
      if (request.raw.destroyed && ours.bytes > SENT_BYTES) await countAgainst(ours.bytes)
      throw error
    })
    const at = now()
    const picture = await writePicture(db, { memberId, sent, files, random }).catch(
      async (error: unknown) => {
        if (error instanceof Refusal && error.code === 'upload_unreadable') {
          await countAgainst(sent.length)
        }
        throw error
      },
    )
    const upload = { memberId, purpose, picture, random }
    return await inTransaction(db, (tx) => addUpload(tx, { ...upload, ...at })).catch(
      async (error: unknown) => {
        await files.remove(picture.file)
        throw error
      },
    )
  } finally {
    held.bytes -= ours.bytes
  }
}

/** Ends the wait for a form whose sender is gone: its parts would never end. */
function brokenOff(request: FastifyRequest): Promise<never> {
  return new Promise((_, reject) => {
    const judge = () => {
      if (!request.raw.complete) reject(new Refusal('upload_form'))
    }
    if (request.raw.destroyed) judge()
    else request.raw.once('close', judge)
  })
}

/** Reads the form as it comes; whatever does not fit ends it at once. */
async function readForm(
  request: FastifyRequest,
  hold: (bytes: number) => void,
): Promise<{ sent: Buffer; purpose: UploadPurpose | undefined }> {
  if (!request.isMultipart()) throw new Refusal('upload_form')
  if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES_MAX) throw tooLarge()
  let sent: Buffer | undefined
  let purpose: UploadPurpose | undefined
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') {
        purpose = readPurpose(part.fieldname, part.value)
        continue
      }
      if (part.fieldname !== 'file' || sent !== undefined) throw new Refusal('upload_form')
      const chunks: Buffer[] = []
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        hold(chunk.length)
        chunks.push(chunk)
      }
      if (part.file.truncated) throw tooLarge()
      sent = Buffer.concat(chunks)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Too many parts, half a form, a boundary that never comes: the form is wrong, not we.
    throw new Refusal('upload_form')
  }
  if (sent === undefined || sent.length === 0) throw new Refusal('upload_form')
  return { sent, purpose }
}

function readPurpose(name: string, value: unknown): UploadPurpose | undefined {
  if (name !== 'purpose') throw new Refusal('upload_form')
  if (value === '') return undefined
  const purpose = uploadPurposes.find((each) => each === value)
  if (purpose === undefined) throw new Refusal('invalid_request', { field: 'purpose' })
  return purpose
}

function tooLarge(): Refusal {
  return new Refusal('upload_too_large', { limit_mb: UPLOAD_MB_MAX })
}
