import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * What is too long for one answer: written to the end first, so that nobody's slow line holds a snapshot
 * of the database open, and then sent from the disk. It has no name there: it is gone with whoever reads it.
 */
export class WrittenFile {
  readonly name: string
  readonly handle: FileHandle

  constructor(name: string, handle: FileHandle) {
    this.name = name
    this.handle = handle
  }
}

/** Fills a nameless file in `folder` by `write`. */
export async function writeFileIn(
  folder: string,
  name: string,
  write: (add: (text: string) => Promise<void>) => Promise<void>,
): Promise<WrittenFile> {
  await mkdir(folder, { recursive: true })
  const place = path.join(folder, `.${randomUUID()}`)
  const handle = await open(place, 'wx+', 0o600)
  try {
    await unlink(place)
    await write(async (text) => {
      await handle.write(text)
    })
    return new WrittenFile(name, handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}
