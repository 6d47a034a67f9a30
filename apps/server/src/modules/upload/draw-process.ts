import { draw } from './draw.ts'

/** The process in which pictures of strangers are decoded: one at a time, as decoder.ts asks. */

type Asked = { bytes: Uint8Array; format: string; stamped: boolean }

process.on('message', (asked: Asked) => {
  void answer(asked)
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })

/** Whatever a decoder says about a stranger's bytes, it is the picture that is wrong. */
async function answer({ bytes, format, stamped }: Asked): Promise<void> {
  const picture = await draw(bytes, format, { stamped }).catch(() => undefined)
  process.send?.({ picture })
}
