/** Which process a folder is of: its mark says so, for as long as that process lives. */

import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { processIdentity, readIfThere } from '#keep-running.ts'

/** The mark, in the folder itself. What a killed process leaves is nobody's. */
export const OWNER = 'owner'

/** The id of the living process that owns the folder, if any. */
export function ownerOf(folder: string): number | undefined {
  const mark = readIfThere(path.join(folder, OWNER))
  const pid = Number(mark?.split(' ')[0])
  return mark && processIdentity(pid) === mark ? pid : undefined
}

/** Makes this process the owner of the folder, or says which living process is. */
export function claimFolder(folder: string): void {
  const owner = ownerOf(folder)
  if (owner !== undefined) throw new Error(`${folder} is in use by process ${owner}`)
  writeFileSync(path.join(folder, OWNER), processIdentity(process.pid) ?? '', { mode: 0o644 })
}

export function leaveFolder(folder: string): void {
  rmSync(path.join(folder, OWNER), { force: true })
}
