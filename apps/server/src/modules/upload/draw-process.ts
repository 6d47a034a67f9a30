import { draw } from './draw.ts'

/** The process in which pictures of strangers are decoded: one at a time, as decoder.ts asks. */

process.on('message', (asked: { bytes: Uint8Array; format: string }) => {
  void answer(asked)
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })

/** Whatever a decoder says about a stranger's bytes, it is the picture that is wrong. */
async function answer({ bytes, format }: { bytes: Uint8Array; format: string }): Promise<void> {
  const picture = await draw(bytes, format).catch(() => undefined)
  process.send?.({ picture })
}
