import { exportAuditLog, listAuditChoices, readAuditLog } from '@btbc/contract/operator/audit.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { writeAction } from './audit-log.ts'

test('the log is found by operator, action, member, subject and days, and saved with the head of its chain', async () => {
  const server = await startTestServer()
  const { db } = server
  const olga = await hire(server, 'Olga', ['auditor'])
  const omar = await hire(server, 'Omar', ['risk'])
  const day = (date: string) => new Date(`${date}T23:59:59.999Z`)
  const write = (operatorId: number, action: string, subject: string, on: string, about?: string) =>
    db.transaction().execute((tx) =>
      writeAction(tx, {
        operatorId,
        action,
        subject,
        reason: '=2+2, "they" said',
        details: about === undefined ? {} : { member: about },
        wallNow: day(on),
      }),
    )
  await write(omar.id, 'member.freeze', 'member 100007', '2020-01-01')
  await write(omar.id, 'case.decide', 'bank_deposit 12', '2020-01-02', '100007')
  await write(olga.id, 'case.decide', 'bank_deposit 13', '2020-01-03', '100008')

  const ask = (filters: object) => callOperator(server, readAuditLog, filters, { as: olga })
  const found = async (filters: object) => ok(await ask(filters)).list.map(({ subject }) => subject)
  const [freeze, first, second] = ['member 100007', 'bank_deposit 12', 'bank_deposit 13'] as const
  const old = { to: '2020-12-31' }
  expect(await found(old)).toEqual([second, first, freeze])
  expect(await found({ ...old, operator_id: omar.id })).toEqual([first, freeze])
  expect(await found({ action: 'case.decide' })).toEqual([second, first])
  expect(await found({ member_id: 100_007 })).toEqual([first, freeze])
  expect(await found({ subject: first })).toEqual([first])
  expect(await found({ from: '2020-01-02', to: '2020-01-02' })).toEqual([first])
  expect(await found({ member_id: 100_008, operator_id: omar.id })).toEqual([])
  expect(await found({ member_id: 100_007, limit: 1, page: 2 })).toEqual([freeze])
  expect(refusal(await ask({ from: '2020-01-02', to: '2020-01-01' }))).toBe('invalid_request')

  const choices = ok(await callOperator(server, listAuditChoices, {}, { as: olga }))
  expect(choices.operators.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Olga', 'Omar']),
  )
  const actions = await db.selectFrom('operator_audit').select('action').distinct().execute()
  expect(choices.actions.toSorted()).toEqual(actions.map(({ action }) => action).toSorted())

  const head = await db.selectFrom('operator_audit_head').selectAll().executeTakeFirstOrThrow()
  const file = await save(server, { action: 'case.decide', from: '2020-01-03' }, olga)
  const lines = file.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`,${olga.id},Olga,case.decide,${second},"'=2+2, ""they"" said",`)
  const [line, position] = lines[2]?.split(',') ?? []
  expect([line, position, lines[2]?.slice(-64)]).toEqual([
    'head',
    `${head.position}`,
    head.hash.toString('hex'),
  ])
  const [logged] = ok(await ask({ action: 'audit.export' })).list
  expect(logged).toMatchObject({
    subject: 'audit log',
    position: Number(head.position) + 1,
    details: { action: 'case.decide', from: '2020-01-03' },
  })
  await save(server, { member_id: 100_008 }, olga)
  expect(await found({ member_id: 100_008 })).toEqual(['audit log', second])

  const many = sql`insert into operator_audit
    select 0, '2021-01-01', ${olga.id}, 'many', 'x', '', '{}', hash, hash
    from operator_audit_head, generate_series(1, 500)`
  // In one transaction each row would pass over all versions of the head.
  for (let rows = 0; rows <= 10_000; rows += 500) await many.execute(db)
  const all = (await save(server, { action: 'many' }, olga)).trimEnd().split('\r\n')
  const kinds = all.map((each) => each.split(',')[0])
  expect([kinds[0], kinds.at(-1), kinds.filter((each) => each === 'action').length]).toEqual([
    'line',
    'head',
    10_500,
  ])
  expect(ok(await ask({ action: 'audit.export' })).total).toBe(3)
})

async function save(
  { url }: TestServer,
  filters: object,
  { token }: { token: string },
): Promise<string> {
  const answer = await fetch(`${url}/operator/api${exportAuditLog.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(filters),
  })
  return await answer.text()
}
