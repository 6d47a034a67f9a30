import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { auditWelcomes } from './welcome.audit.ts'

test('a grant that was paid and is written down otherwise, or not, is found, and so is one that was not paid', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@example.test')
  const ben = await server.join('ben@example.test')
  const { db } = server
  const write = (statement: RawBuilder<unknown>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
  const found = async () => (await auditWelcomes(db)).map(({ detail }) => detail).toSorted()
  const more = sql`update welcome_grant set launches = 8 where member_id = ${ben.id}`
  await expect(more.execute(db)).rejects.toThrow()

  await write(more)
  expect(await found()).toEqual([
    `member ${ben.id} was granted 5000000000 and 8`,
    `welcome:${ben.id}: 8 of currency 1001 outside, 7 in the books`,
  ])
  await write(sql`update welcome_grant set launches = 7`)
  await write(sql`update welcome_grant set member_id = 7 where member_id = ${ann.id}`)
  expect(await found()).toEqual([
    `welcome:${ann.id}: 0 of currency 1001 outside, 7 in the books`,
    `welcome:${ann.id}: 0 of currency 28 outside, 5000000000 in the books`,
    'welcome:7: 5000000000 of currency 28 outside, 0 in the books',
    'welcome:7: 7 of currency 1001 outside, 0 in the books',
  ])
  await write(sql`update welcome_grant set member_id = ${ann.id} where member_id = 7`)
  expect(await found()).toEqual([])
})
