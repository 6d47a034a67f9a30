/** Whether a server keeps what it acknowledged: asked at the start, before anything is written there. */

import { AnsweringClient } from '#answering-client.ts'

const VERSION_LEAST = 18
/** Without one of these a crash of the machine takes back, or tears, what members were told is done. */
const NEEDED_ON = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

type Server = Record<(typeof NEEDED_ON)[number], string> & {
  version: number
  encoding: string
  is_copy: boolean
  is_throw_away: boolean
}

export async function checkServer(url: string): Promise<void> {
  const client = new AnsweringClient({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Server>(`
      select current_setting('server_version_num')::integer / 10000 as version,
        current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit,
        pg_is_in_recovery() as is_copy,
        coalesce(current_setting('btbc.throw_away', true) = 'on', false) as is_throw_away`)
    const faults = rows.flatMap(faultsOf)
    if (faults.length === 0) return
    throw new Error(
      `the database cannot keep the books: ${faults.join(', ')}. Nothing was written there: see DATABASE_URL in docs/OPERATING.md`,
    )
  } finally {
    await client.end()
  }
}

function faultsOf(server: Server): string[] {
  const { version, encoding, is_copy: isCopy, is_throw_away: isThrowAway } = server
  const off = NEEDED_ON.filter((name) => server[name] === 'off')
  return [
    ...(version < VERSION_LEAST ? [`it is PostgreSQL ${version}, not ${VERSION_LEAST}`] : []),
    ...(encoding === 'UTF8' ? [] : [`its encoding is ${encoding}, not UTF8`]),
    ...(isCopy ? ['it is a copy that takes no writing'] : []),
    // A cluster of tests says of itself that nothing in it has to survive.
    ...(isThrowAway ? [] : off.map((name) => `${name} is off`)),
  ]
}
