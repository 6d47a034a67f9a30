import { Refusal } from '@btbc/contract/refusals.ts'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

import { testMarks } from './stamp.ts'

/** Makes a picture of ours out of what somebody sent: decoded, redrawn, stamped, all else left behind. */

const PIXELS_MAX = 40_000_000
const SIDE_MAX = 2000
const SIDE_MIN = 16
const DECODE_S_MAX = 8
const QUALITY = 82
/** Whoever waits longer is asked to come again, before the connection is given up for idle. */
const WAITING_MAX = 32
const WAIT_MS_MAX = 10_000

const accepted: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
}

// Only decoders for what is accepted, and the one that draws our own stamps and captchas, exist here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)

/** One picture at a time takes the memory of one picture; a long queue is turned away. */
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

export async function redraw(bytes: Buffer): Promise<Buffer> {
  const format = await acceptedFormat(bytes)
  if (waiting >= WAITING_MAX) throw new Refusal('try_again')
  waiting += 1
  const tooLong = AbortSignal.timeout(WAIT_MS_MAX)
  const turn = last.then(() => {
    if (tooLong.aborted) throw new Refusal('try_again')
    return decodeAndStamp(bytes, format)
  })
  last = turn.catch(() => undefined)
  try {
    return await turn
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

async function decodeAndStamp(bytes: Buffer, format: string): Promise<Buffer> {
  const plain = await decode(bytes, format)
  const { width, height } = plain.info
  return await sharp(plain.data, { raw: plain.info })
    .composite([{ input: Buffer.from(testMarks(width, height)) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** Upright, in plain colours, not larger than a screen needs. Nothing but the dots is kept. */
async function decode(bytes: Buffer, format: string) {
  try {
    const source = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: PIXELS_MAX,
      sequentialRead: true,
      pages: 1,
    })
    const found = await source.metadata()
    if (found.format !== format || Math.min(found.width, found.height) < SIDE_MIN) {
      throw new Refusal('upload_unreadable')
    }
    return await source
      .timeout({ seconds: DECODE_S_MAX })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    // Whatever a decoder says about a stranger's bytes, it is the picture that is wrong.
    throw new Refusal('upload_unreadable')
  }
}
