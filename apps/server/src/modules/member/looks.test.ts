import { addFeedback } from '@btbc/contract/feedback.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { listCases, readCase } from '@btbc/contract/operator/case.ts'
import { LOOK } from '@btbc/contract/operator/look.ts'
import { listMemberOrders } from '@btbc/contract/operator/member-orders.ts'
import { inspectMember, readTimeline } from '@btbc/contract/operator/member.ts'
import { expect, test } from 'vitest'

import { callOperator, enter, hire, type TestOperator } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

test('who looked at whose data stands in the log, once for each operator, member and hour', async () => {
  const server = await startTestServer()
  const [ada, ben] = [await server.join('ada@example.test'), await server.join('ben@example.test')]
  const sue = await hire(server, 'Sue', ['support'])
  const olga = await hire(server, 'Olga', ['auditor'])
  const open = async ({ id }: TestMember, as: TestOperator) => {
    const asked = [inspectMember, readTimeline, listMemberOrders] as const
    // As the page of a member asks for them.
    const answers = await Promise.all(
      asked.map((each) => callOperator(server, each, { id }, { as })),
    )
    for (const answer of answers) ok(answer)
  }
  const looks = async (filters: object = {}) => {
    const asked = { action: LOOK, ...filters }
    const { list } = ok(await callOperator(server, readAuditLog, asked, { as: olga }))
    return list.map(({ operator, subject }) => `${operator.name}: ${subject}`)
  }
  await open(ada, sue)
  await open(ada, sue)
  expect(await looks()).toEqual([`Sue: member ${ada.id}`])
  await open(ada, olga)
  await open(ben, sue)
  expect(await looks({ member_id: ada.id })).toEqual(
    ['Olga', 'Sue'].map((name) => `${name}: member ${ada.id}`),
  )
  expect(await looks({ operator_id: sue.id })).toEqual(
    [ben, ada].map(({ id }) => `Sue: member ${id}`),
  )
  // What happened to a member is not that somebody looked.
  const about = { id: ada.id, kind: 'decision' as const }
  expect(ok(await callOperator(server, readTimeline, about, { as: sue })).list).toEqual([])
  expect(refusal(await callOperator(server, inspectMember, { id: 5 }, { as: sue }))).toBe(
    'member_not_found',
  )
  expect(await looks()).toHaveLength(3)

  await server.pass({ hours: 1 })
  for (const each of [sue, olga]) each.token = await enter(server, each)
  // A case shows what is known of its member, too.
  ok(await server.call(addFeedback, { content: 'Where is my start?' }, { as: ada }))
  const queue = 'feedback'
  const { list } = ok(await callOperator(server, listCases, { queue }, { as: sue }))
  const id = list[0]?.id ?? 0
  ok(await callOperator(server, readCase, { queue, id }, { as: sue }))
  await open(ada, sue)
  const [newest] = ok(await callOperator(server, readAuditLog, { action: LOOK }, { as: olga })).list
  expect(newest).toMatchObject({
    operator: { name: 'Sue' },
    subject: `member ${ada.id}`,
    details: { opened: `feedback ${id}` },
  })
  expect(await looks()).toHaveLength(4)
})
