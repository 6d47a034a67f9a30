import { expect, onTestFinished, test } from 'vitest'
import { Client } from 'pg'
import { checkServer } from '#check-server.ts'
import { createTestDatabase, databaseUrl } from '#testing.ts'

test('a server that may lose what it acknowledged is refused, unless it says that it is thrown away', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await checkServer(url)
  await run(url, `alter database ${new URL(url).pathname.slice(1)} set btbc.throw_away = off`)
  await expect(checkServer(url)).rejects.toThrow(
    'cannot keep the books: fsync is off, full_page_writes is off, synchronous_commit is off.',
  )
})

test('a database that cannot write every language is refused', async () => {
  const { url, drop } = await createTestDatabase()
  const name = `ascii_${process.pid}`
  onTestFinished(async () => {
    await run(url, `drop database ${name}`)
    await drop()
  })
  await run(
    url,
    `create database ${name} template template0 encoding SQL_ASCII locale_provider libc locale 'C'`,
  )
  await expect(checkServer(databaseUrl(name))).rejects.toThrow('its encoding is SQL_ASCII')
})

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
