import { openOperator } from './operators.ts'
import type { TestServer } from './server.ts'

/** Settings as a test needs them, within no bounds: agreed on by two, and held from this moment on. */

export async function settle(
  server: TestServer,
  name: string,
  figures: Readonly<Record<string, string>>,
): Promise<void> {
  const { db, clock } = server
  const now = clock.now()
  const [maker, checker] = await twoOf(server)
  const held = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .where('effective_from', '<=', now)
    .where('withdrawn_by', 'is', null)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const before = JSON.stringify(held.value)
  const after = JSON.stringify({ ...JSON.parse(before), ...figures })
  const payload = JSON.stringify({ name, before, after, from: '' })
  const { id } = await db
    .insertInto('operator_proposal')
    .values({
      kind: 'setting.change',
      subject: `setting ${name}`,
      payload,
      summary: name,
      reason: 'for a test',
      made_by: maker,
      made_at: now,
      expires_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accepted = { state: 'accepted', decided_by: checker, decided_at: now } as const
  await db
    .updateTable('operator_proposal')
    .set({ ...accepted, decision_reason: 'for a test' })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('setting')
    .values({ name, effective_from: now, value: after, proposal_id: id })
    .execute()
}

async function twoOf(server: TestServer): Promise<[number, number]> {
  const known = await server.db
    .selectFrom('operator')
    .select('id')
    .where('mail', 'in', ['one@btbc.test', 'another@btbc.test'])
    .orderBy('id')
    .execute()
  const [one, another] = known
  if (one && another) return [one.id, another.id]
  const open = async (name: string) =>
    (await openOperator(server, { mail: `${name}@btbc.test`, name, roles: ['auditor'] })).id
  const both: [number, number] = [await open('one'), await open('another')]
  // They have left: who is called when something needs a person stays as it is.
  await server.db
    .updateTable('operator')
    .set({ disabled_at: server.clock.now() })
    .where('id', 'in', both)
    .execute()
  return both
}
