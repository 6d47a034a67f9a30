import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { enter, hire } from '#testing/operators.ts'
import { startTestServer } from '#testing/server.ts'

import { checkAuditLog } from './audit-log.ts'
import { checkHeads, exportHead } from './log-heads.ts'

test('the log of actions is append-only, sealed by the database, and a changed row is found', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['support'])
  await server.pass({ minutes: 16 })
  await enter(server, olga)
  const { db } = server
  await expect(db.updateTable('operator_audit').set({ reason: 'x' }).execute()).rejects.toThrow(
    /what was done stays written/,
  )
  await expect(db.deleteFrom('operator_audit').execute()).rejects.toThrow(/stays written/)
  await expect(sql`truncate operator_audit`.execute(db)).rejects.toThrow(/stays written/)
  await expect(sql`update operator_audit_head set position = 0`.execute(db)).rejects.toThrow(
    /stays written/,
  )
  const check = async () => (await checkAuditLog(db)).findings
  expect(await check()).toEqual([])
  const tamper = async (change: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
    const guard = (state: 'disable' | 'enable') =>
      sql`alter table operator_audit ${sql.raw(state)} trigger user`.execute(db)
    await guard('disable')
    await change.execute(db)
    await guard('enable')
    const findings = await check()
    await guard('disable')
    await undo.execute(db)
    await guard('enable')
    expect(await check()).toEqual([])
    return findings
  }
  expect(
    await tamper(
      sql`update operator_audit set reason = 'another' where position = 1`,
      sql`update operator_audit set reason = '' where position = 1`,
    ),
  ).toEqual(['row 1 was changed after it was written'])
  await sql`create table kept as select * from operator_audit where position = 2`.execute(db)
  expect(
    await tamper(
      sql`delete from operator_audit where position = 2`,
      sql`insert into operator_audit select * from kept`,
    ),
  ).toEqual(['the log does not end where its head says'])
  await sql`alter table operator_audit disable trigger operator_audit_append_only`.execute(db)
  expect(await check()).toEqual(['the guard operator_audit_append_only is missing or off'])
  await sql`alter table operator_audit enable trigger operator_audit_append_only`.execute(db)
})

test('where the log ended is signed outside the database, and a log rewritten whole is found', async () => {
  const server = await startTestServer()
  // The server signs too, each hour from whenever its first round of jobs came.
  await server.app.jobs.stop()
  const { db, dataDirectory } = server
  const heads = join(dataDirectory, 'operator-log.heads')
  const olga = await hire(server, 'Olga', ['support'])
  await server.pass({ minutes: 16 })
  await enter(server, olga)
  const check = async () => (await checkHeads(db, dataDirectory)).findings
  await exportHead(db, dataDirectory, server.clock.wallNow())
  await exportHead(db, dataDirectory, server.clock.wallNow())
  const lines = readFileSync(heads, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(await check()).toEqual([])

  const guards = (state: 'disable' | 'enable') =>
    sql`alter table operator_audit ${sql.raw(state)} trigger user;
      alter table operator_audit_head ${sql.raw(state)} trigger user`.execute(db)
  await sql`create table kept as select * from operator_audit`.execute(db)
  await sql`create table kept_head as select * from operator_audit_head`.execute(db)
  await guards('disable')
  await sql`delete from operator_audit`.execute(db)
  await sql`update operator_audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')`.execute(
    db,
  )
  await guards('enable')
  await sql`insert into operator_audit
    select position, at, operator_id, action, subject, 'another reason', details, prev_hash, hash
    from kept order by position`.execute(db)
  expect((await checkAuditLog(db)).findings).toEqual([])
  expect(await check()).toEqual([expect.stringMatching(/^row \d+ is not what was signed at/)])

  await guards('disable')
  await sql`delete from operator_audit`.execute(db)
  await sql`insert into operator_audit select * from kept`.execute(db)
  await sql`update operator_audit_head set position = kept_head.position, hash = kept_head.hash
    from kept_head`.execute(db)
  await guards('enable')
  expect(await check()).toEqual([])
  writeFileSync(heads, `${lines[0]?.replace('"position":"', '"position":"1')}\n`)
  expect(await check()).toEqual(['line 1 of operator-log.heads is not one that was signed here'])
})
