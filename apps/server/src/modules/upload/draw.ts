import sharp from 'sharp'

import { testMarks } from './stamp.ts'

/** Decodes and redraws one picture, in a process of its own: see decoder.ts. */

const PIXELS_MAX = 40_000_000
const SIDE_MAX = 2000
const SIDE_MIN = 16
const DECODE_S_MAX = 8
const QUALITY = 82

// Only decoders for what is accepted, and the one that draws our own stamp, exist here.
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
sharp.concurrency(1)

/** Upright, in plain colours, not larger than a screen needs, stamped or not. Nothing but the dots is kept. */
export async function draw(
  bytes: Uint8Array,
  format: string,
  { stamped }: { stamped: boolean },
): Promise<Buffer> {
  const source = sharp(bytes, {
    failOn: 'error',
    limitInputPixels: PIXELS_MAX,
    sequentialRead: true,
    pages: 1,
  })
  const found = await source.metadata()
  if (found.format !== format || Math.min(found.width, found.height) < SIDE_MIN) {
    throw new Error(`not a picture in ${format}`)
  }
  const { data, info } = await source
    .timeout({ seconds: DECODE_S_MAX })
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const marks = stamped ? [{ input: Buffer.from(testMarks(info.width, info.height)) }] : []
  return await sharp(data, { raw: info }).composite(marks).jpeg({ quality: QUALITY }).toBuffer()
}
