import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A folder of sealed files with random names, readable by this process's user alone. */
export type UploadFiles = {
  folder: string
  write(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  read(name: string): Promise<Buffer | undefined>
  has(name: string): Promise<boolean>
  /** Nothing happens when it is gone already. */
  remove(name: string): Promise<void>
  /** Names of files last written before then. */
  listBefore(time: Date): Promise<string[]>
}

export function openUploadFiles(folder: string): UploadFiles {
  const placeOf = (name: string): string => {
    if (!/^[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error(`not the name of an upload: ${name}`)
    return path.join(folder, name)
  }
  return {
    folder,
    async write(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = placeOf(`${name}.part`)
      await writeFile(part, bytes, { mode: 0o600, flag: 'wx', flush: true })
      await rename(part, placeOf(name))
    },
    async read(name) {
      return await readFile(placeOf(name)).catch(unlessMissing)
    },
    async has(name) {
      return (await stat(placeOf(name)).catch(unlessMissing)) !== undefined
    },
    async remove(name) {
      await rm(placeOf(name), { force: true })
    },
    async listBefore(time) {
      const names = (await readdir(folder).catch(unlessMissing)) ?? []
      const old: string[] = []
      for (const name of names) {
        const written = await stat(placeOf(name)).catch(unlessMissing)
        if (written && written.mtime < time) old.push(name)
      }
      return old
    },
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
