import { Refusal } from '@btbc/contract/refusals.ts'
import { fileTypeFromBuffer } from 'file-type'

import { createDecoder } from './decoder.ts'

/** Makes a picture of ours out of what somebody sent: decoded, redrawn, stamped, all else left behind. */

/** Whoever waits longer is asked to come again, before the connection is given up for idle. */
const WAITING_MAX = 32
const WAIT_MS_MAX = 10_000

const accepted: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
}

const decoder = createDecoder()

/** One picture at a time takes the memory of one picture; a long queue is turned away. */
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Of a member: stamped, so that it is nothing but a test. */
export async function redraw(bytes: Buffer): Promise<Buffer> {
  return await drawInTurn(bytes, { stamped: true })
}

/** Of the house, for its own texts. */
export async function redrawPlain(bytes: Buffer): Promise<Buffer> {
  return await drawInTurn(bytes, { stamped: false })
}

async function drawInTurn(bytes: Buffer, how: { stamped: boolean }): Promise<Buffer> {
  const format = await acceptedFormat(bytes)
  if (waiting >= WAITING_MAX) throw new Refusal('try_again')
  waiting += 1
  const tooLong = AbortSignal.timeout(WAIT_MS_MAX)
  const turn = last.then(() => {
    if (tooLong.aborted) throw new Refusal('try_again')
    return decoder.draw(bytes, format, how)
  })
  last = turn.catch(() => undefined)
  try {
    const picture = await turn
    if (picture === undefined) throw new Refusal('upload_unreadable')
    return picture
  } finally {
    waiting -= 1
  }
}

/** By its first bytes, before any decoder looks at it. Names and declared types are not asked. */
async function acceptedFormat(bytes: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const format = type === undefined ? undefined : accepted[type.mime]
  if (format === undefined) throw new Refusal('upload_type')
  return format
}
