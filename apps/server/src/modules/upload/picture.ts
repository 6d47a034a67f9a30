import { Refusal } from '@btbc/contract/refusals.ts'

import { createDecoder } from './decoder.ts'
import { fairTurns } from './fair-turns.ts'

/** Makes a picture of ours out of what somebody sent: decoded, redrawn, stamped, all else left behind. */

const WAITING_MAX = 32
/**
 * Whoever waits longer is asked to come again, before the connection is given up for idle. One picture
 * that takes as long as it may is waited for.
 */
const WAIT_MS_MAX = 15_000
const HOUSE = 'house'

const accepted: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
}

const decoder = createDecoder()

/** One picture at a time takes the memory of one picture. */
const inTurn = fairTurns({ most: WAITING_MAX, waitMs: WAIT_MS_MAX })

/** Of a member: stamped, so that it is nothing but a test. */
export async function redraw(bytes: Buffer, memberId: number): Promise<Buffer> {
  return await drawInTurn(bytes, { owner: `member ${memberId}`, stamped: true })
}

/** Of the house, for its own texts. */
export async function redrawPlain(bytes: Buffer): Promise<Buffer> {
  return await drawInTurn(bytes, { owner: HOUSE, stamped: false })
}

async function drawInTurn(
  bytes: Buffer,
  { owner, stamped }: { owner: string; stamped: boolean },
): Promise<Buffer> {
  const format = await acceptedFormat(bytes)
  const picture = await inTurn(owner, () => decoder.draw(bytes, format, { stamped }))
  if (picture === undefined) throw new Refusal('upload_unreadable')
  return picture
}

/** By its first bytes, before any decoder looks at it. Names and declared types are not asked. */
async function acceptedFormat(bytes: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const format = type === undefined ? undefined : accepted[type.mime]
  if (format === undefined) throw new Refusal('upload_type')
  return format
}
