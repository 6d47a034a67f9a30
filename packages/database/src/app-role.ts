/** As whom the server works: not as the owner of the tables, who could rewrite them. */

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Client, DatabaseError } from 'pg'
import { AnsweringClient } from '#answering-client.ts'
import { workLocks } from '#locks.ts'

/** Every connection of a server at work has it; what operators run by hand has the owner's. */
export const APP_ROLE = 'btbc_app'
const GRANTS = path.resolve(import.meta.dirname, '../grants.sql')
const NOT_LET_IN = ['28000', '28P01']
const NOT_PERMITTED = '42501'
const HELP = 'see DATABASE_APP_URL in docs/OPERATING.md'

/**
 * Lets `btbc_app` do in this migrated database what `grants.sql` says, and answers the address under
 * which it logs in: the given one, or the owner's with a password that follows from it, so that
 * several servers have the same.
 */
export async function openAppRole(ownerUrl: string, appUrl?: string): Promise<string> {
  const owner = new AnsweringClient({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [workLocks.grants])
    await owner.query(readFileSync(GRANTS, 'utf8'))
    return appUrl ?? (await openLogin(owner, addressOf(ownerUrl)))
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== NOT_PERMITTED) throw cause
    throw new Error(`The owner in DATABASE_URL may not set up ${APP_ROLE}: ${HELP}`, { cause })
  } finally {
    await owner.end()
  }
}

function addressOf(ownerUrl: string): URL {
  const url = new URL(ownerUrl)
  const secret = url.password === '' ? ownerUrl : url.password
  url.username = APP_ROLE
  url.password = createHmac('sha256', secret).update(APP_ROLE).digest('base64url')
  if (url.username !== APP_ROLE) throw new Error(`DATABASE_URL has no host: ${HELP}`)
  return url
}

async function openLogin(owner: Client, { href, password }: URL): Promise<string> {
  if (await isLetIn(href)) return href
  const secret = owner.escapeLiteral(password)
  await owner.query(`alter role ${APP_ROLE} with login password ${secret}`)
  if (await isLetIn(href)) return href
  throw new Error(`The database does not let ${APP_ROLE} in: ${HELP}`)
}

async function isLetIn(url: string): Promise<boolean> {
  const client = new AnsweringClient({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && NOT_LET_IN.includes(error.code ?? '')) return false
    throw error
  } finally {
    await client.end()
  }
}
