import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import type { UploadFiles } from './files.ts'

/**
 * Pictures that the books name and this server cannot show: its folder is not the one of the server that
 * took them, or was lost. Looked for among those that stay longest.
 */

const LOOKED_AT_MAX = 20
const LOOK_EVERY_MS = 10 * MINUTE_MS

type Seen = { looked: number; missing: number }

async function countMissing(db: Db, files: UploadFiles, now: Date): Promise<Seen> {
  const rows = await db
    .selectFrom('upload')
    .select('file')
    .where('deleted_at', 'is', null)
    // Not those that go at this moment, nor those that another server has just taken.
    .where((it) => it.or([it('delete_at', 'is', null), it('delete_at', '>', now)]))
    .where('created_at', '<=', new Date(now.getTime() - MINUTE_MS))
    .orderBy(sql`delete_at desc nulls first`)
    .limit(LOOKED_AT_MAX)
    .execute()
  const here = await Promise.all(rows.map(({ file }) => files.has(file)))
  return { looked: rows.length, missing: here.filter((isHere) => !isHere).length }
}

/** What a start has to say of them. Beside a server that has them it is a slip of whoever set this one up. */
export async function lookForMissing(
  db: Db,
  parts: { files: UploadFiles; now: Date; isBesideOthers: () => Promise<boolean> },
): Promise<string[]> {
  const { files, now, isBesideOthers } = parts
  const { looked, missing } = await countMissing(db, files, now)
  if (missing === 0) return []
  const some = `${missing} of the ${looked} pictures of members that were looked for are not in ${files.folder}`
  if (missing < looked || !(await isBesideOthers())) return [some]
  throw new Error(
    `${some}, and another server of these books is at work: make it a link to the folder of that server (docs/OPERATING.md, Several servers of one house)`,
  )
}

export type PictureWatch = {
  /** Whether any were missing when they were last looked for. */
  isAnyMissing: () => boolean
  chore: Chore
}

export function watchPictures(parts: {
  files: UploadFiles
  now: () => Date
  report: (error: unknown, what: string) => void
}): PictureWatch {
  const { files, now, report } = parts
  let isAnyMissing = false
  return {
    isAnyMissing: () => isAnyMissing,
    chore: {
      name: 'look for missing pictures',
      everyMs: LOOK_EVERY_MS,
      async run(db) {
        const { looked, missing } = await countMissing(db, files, now())
        if (missing > 0 && !isAnyMissing) {
          const found = `${missing} of the ${looked} that were looked for are not in ${files.folder}`
          report(new Error(found), 'pictures of members are missing')
        }
        isAnyMissing = missing > 0
      },
    },
  }
}
