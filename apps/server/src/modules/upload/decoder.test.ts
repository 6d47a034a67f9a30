import { readFileSync } from 'node:fs'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { anyPicture } from '#testing/upload.ts'

import { createDecoder } from './decoder.ts'

/** Some 500 kB, of which a decoder has to hold all 40 million dots at once. */
async function bomb(): Promise<Buffer> {
  const dots = { width: 6300, height: 6300, channels: 3, background: '#456' } as const
  return await sharp({ create: dots }).png({ progressive: true }).toBuffer()
}

test('a picture that takes too much memory or time is refused, and the next one is drawn', async () => {
  const decoder = createDecoder({ dataKiB: 690_000, timeMs: 3000 })
  const good = await anyPicture()
  const isDrawn = async () => (await decoder.draw(good, 'jpeg'))?.subarray(0, 2).toString('hex')
  // Each as often as it takes: a slow machine may not draw it in time.
  const becomesDrawn = async () => await expect.poll(isDrawn).toBe('ffd8')
  await becomesDrawn()
  const first = decoder.pid() ?? 0
  const environment = readFileSync(`/proc/${first}/environ`, 'utf8')
  expect(environment).not.toMatch(/DATABASE|PATH|HOME|SEED/)

  expect(await decoder.draw(await bomb(), 'png')).toBeUndefined()
  await becomesDrawn()

  const second = decoder.pid() ?? 0
  process.kill(second, 'SIGSTOP')
  expect(await isDrawn()).toBeUndefined()
  await becomesDrawn()
  expect(decoder.pid()).not.toBe(second)
})

test('a decoder that cannot start is a fault of ours, and no picture is blamed for it', async () => {
  const decoder = createDecoder({ dataKiB: 10_000, timeMs: 3000 })
  await expect(decoder.draw(await anyPicture(), 'jpeg')).rejects.toThrow(
    'No picture can be decoded',
  )
})
