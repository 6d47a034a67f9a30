/** Where a test run puts what it throws away. */

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** A run takes a fifth of it. */
const ROOM_MIN = 4 * 1024 ** 3
const NAME = /^btbc-test-(\d+)-/
const LEFT_MS_MIN = 3_600_000

/**
 * A folder of this process that others may pass: in memory where the machine has much of it, as a disk
 * takes longest of all to make and remove the thousand files of a database for every test.
 */
export function makeTestPlace(): string {
  const parent = hasRoom() ? MEMORY : tmpdir()
  removeLeft(parent)
  const place = mkdtempSync(path.join(parent, `btbc-test-${process.pid}-`))
  chmodSync(place, 0o711)
  return place
}

export function removeTestPlace(place: string): void {
  // A database whose server was killed ends a moment later, and writes until then.
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_MIN && process.availableMemory() > ROOM_MIN
}

/** What a run left that was killed. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const left = path.join(parent, name)
    const made = statSync(left, { throwIfNoEntry: false })
    if (made && Date.now() - made.mtimeMs > LEFT_MS_MIN) removeTestPlace(left)
  }
}
