import { HOUR_MS } from '#platform/durations.ts'
import type { Chore, Sweep } from '#platform/jobs.ts'

import type { UploadFiles } from './files.ts'
import { deleteDueUploads, type KeptPictures, removeStrayFiles } from './kept-pictures.ts'

const STRAY_AFTER_MS = HOUR_MS

export function uploadSweeps(files: UploadFiles, kept: readonly KeptPictures[]): Sweep[] {
  return [
    {
      name: 'delete due uploads',
      run: (tx, { now }) => deleteDueUploads(tx, { files, kept, now }),
    },
  ]
}

/** Looks for files without a row at the start and each hour after it. */
export function uploadChores(files: UploadFiles): Chore[] {
  return [
    {
      name: 'remove stray upload files',
      everyMs: STRAY_AFTER_MS,
      async run(db, wallNow) {
        const before = new Date(wallNow.getTime() - STRAY_AFTER_MS)
        return await removeStrayFiles(db, { files, before })
      },
    },
  ]
}
