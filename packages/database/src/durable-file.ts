/** Files of an install: whole on the disk or not there at all, whenever the power goes. */

import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

type Keeping = { mode?: number; owner?: { uid: number; gid: number } | undefined }

/** Writes the file beside its place and moves it there once it is on the disk. */
export function writeWhole(
  file: string,
  text: string | Buffer,
  { mode = 0o644, owner }: Keeping = {},
): void {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, text, { mode })
  chmodSync(unfinished, mode)
  if (owner) chownSync(unfinished, owner.uid, owner.gid)
  moveWhole(unfinished, file)
}

/** Moves a file, or a folder whose files are on the disk already, so that the move is there too. */
export function moveWhole(from: string, to: string): void {
  settle(from)
  renameSync(from, to)
  settle(path.dirname(to))
}

function settle(place: string): void {
  const handle = openSync(place, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
