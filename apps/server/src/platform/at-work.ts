import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * Servers of one house know of each other by the line over which each says that it is at work. Its name
 * says what they have to have in common, and it is gone with the process.
 */

const AT_WORK = 'btbc-at-work'
const NONE = '-'
const PROVIDER_CHARACTERS = 16
const OWN_BYTES = 8
/** Who has just ended may be seen for a moment. */
const GOING_MS_MAX = 5_000
const LOOK_EVERY_MS = 250

/** By which payment provider a server pays, if by any, and which server it is. */
export function nameAtWork(provider: string | undefined): string {
  const own = randomBytes(OWN_BYTES).toString('hex')
  const hash = provider && createHash('sha256').update(provider).digest('hex')
  return `${AT_WORK}/${hash?.slice(0, PROVIDER_CHARACTERS) ?? NONE}/${own}`
}

function providerOf(name: string): string {
  return name.split('/')[1] ?? NONE
}

/**
 * Whether one of these was there before and is still there after moments: of two that start together one
 * goes on.
 */
export async function isThereBefore(
  db: Db,
  own: string,
  isOne: (name: string) => boolean = () => true,
): Promise<boolean> {
  const until = performance.now() + GOING_MS_MAX
  while ((await listEarlier(db, own)).some(isOne)) {
    if (performance.now() > until) return true
    await sleep(LOOK_EVERY_MS)
  }
  return false
}

async function listEarlier(db: Db, own: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select other.application_name as name
    from pg_stat_activity as own
    join pg_stat_activity as other using (datname)
    where datname = current_database() and own.application_name = ${own}
      and other.application_name like ${`${AT_WORK}/%`}
      and (other.backend_start, other.pid) < (own.backend_start, own.pid)`.execute(db)
  return rows.map(({ name }) => name)
}

/** Servers that pay by different providers would hold each other's payments against their own. */
export async function refuseOtherProvider(db: Db, own: string): Promise<void> {
  const same = [providerOf(own), NONE]
  if (providerOf(own) === NONE) return
  if (!(await isThereBefore(db, own, (name) => !same.includes(providerOf(name))))) return
  throw new Error(
    'Another server of these books is at work with another payment provider. Give all of them one GATEWAY_URL and GATEWAY_KEY (docs/OPERATING.md, Several servers of one house)',
  )
}
