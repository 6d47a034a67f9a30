import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dumpDatabase, fileOf, loadDatabase } from '#dump.ts'
import { createTestDatabase } from '#testing.ts'
import { makeTestPlace, removeTestPlace } from '#testing-place.ts'

const ROWS = 10_000

test('rows larger than what is sent at once come back as they were', async () => {
  const [from, to] = [await createTestDatabase(), await createTestDatabase('template0')]
  const folder = makeTestPlace()
  onTestFinished(async () => {
    await Promise.all([from.drop(), to.drop()])
    removeTestPlace(folder)
  })
  // Every byte that there is, in pieces of all sizes, and the characters that COPY marks.
  await ask(
    from.url,
    `insert into proof_group (attestation, level, n, body, made_at)
    select 1, 0, n, decode(repeat(lpad(to_hex(n % 256), 2, '0'), n % 200), 'hex'), now()
    from generate_series(1, ${ROWS}) n`,
  )
  await ask(
    from.url,
    `insert into chain_progress select 'n' || n || E'\\t\\n\\\\.', n from generate_series(1, 9) n`,
  )
  const dump = await dumpDatabase(from.url, folder)
  expect(gunzipSync(readFileSync(fileOf(folder, 'proof_group'))).length).toBeGreaterThan(1_000_000)
  await loadDatabase(to.url, folder, dump)
  for (const table of ['proof_group', 'chain_progress', 'secret', 'migration']) {
    const rows = `select md5(string_agg(each::text, '' order by each::text)) from ${table} each`
    expect(await ask(to.url, rows), table).toEqual(await ask(from.url, rows))
  }
  const next = 'select last_value, is_called from ledger_entry_id_seq'
  expect(await ask(to.url, next)).toEqual(await ask(from.url, next))
})

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<Record<string, unknown>>(statement)
    .finally(() => client.end())
  return rows
}
