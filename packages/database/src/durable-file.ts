/** Files of an install: whole on the disk or not there at all, whenever the power goes. */

import {
  chownSync,
  closeSync,
  fchmodSync,
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
  text: string,
  { mode = 0o644, owner }: Keeping = {},
): void {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', mode)
  try {
    fchmodSync(handle, mode)
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  if (owner) chownSync(unfinished, owner.uid, owner.gid)
  moveWhole(unfinished, file)
}

/** Moves what is on the disk already, so that the move is there too. */
export function moveWhole(from: string, to: string): void {
  renameSync(from, to)
  const folder = openSync(path.dirname(to), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
