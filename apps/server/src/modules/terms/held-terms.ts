import type { Db } from '@btbc/database/database.ts'

import { keepRead, readPlan } from '#platform/settings.ts'

import { termsSetting } from './terms.settings.ts'

/** The first version: members are asked for a later one when it is known. */
const UNREAD = { version: 1, since: new Date(0) }

/** The version of the terms that holds at this moment, known without asking. */
export type HeldTerms = {
  held: () => { version: number; since: Date }
  stop: () => Promise<void>
}

export async function startTerms(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<HeldTerms> {
  const { db, now, report } = parts
  let plan: { from: Date; value: { version: number } }[] = []
  const read = async () => {
    plan = await readPlan(db, termsSetting)
  }
  const stop = await keepRead(read, (error) => report(error, 'the terms could not be read'))
  return {
    held() {
      const at = now()
      const held = plan.find(({ from }) => from <= at)
      return held ? { version: held.value.version, since: held.from } : UNREAD
    },
    stop,
  }
}
