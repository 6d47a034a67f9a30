import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { decideCase, listCases, readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import {
  decideProposal,
  listProposals,
  withdrawProposal,
} from '@btbc/contract/operator/proposal.ts'
import { listWaiting } from '@btbc/contract/operator/report.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { callOperator, enter, hire, lookAtCase, type TestOperator } from '#testing/operators.ts'
import { packetAsked } from '#testing/packets.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { decisionsOf, fillTestQueue, testQueue } from '#testing/test-queue.ts'

const { USDT } = currencies
const queue = 'bank_deposit'
const reason = 'matches the voucher'

async function startDesk() {
  const server = await startTestServer({ rateLimits: false }, { queues: [testQueue] })
  const ada = await server.join('ada@example.test')
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  return { server, ada, olga, otto }
}

function decide(
  server: TestServer,
  as: TestOperator,
  id: number,
  { decision = 'accept', ...seen }: { decision?: 'accept' | 'reject'; proposal?: number } = {},
) {
  return callOperator(server, decideCase, { queue, id, decision, reason, ...seen }, { as })
}

/** Proposes to accept it, and answers what is sent by whoever has seen that. */
async function acceptFirst(server: TestServer, as: TestOperator, id: number) {
  expect(ok(await decide(server, as, id))).toEqual({ outcome: 'proposed' })
  const { proposal = 0 } = await lookAtCase(server, { queue, id }, as)
  return { proposal }
}

const funding = {
  pool: 'lock',
  currency: USDT.id,
  from: 'treasury',
  amount: '250.5',
  reason,
} as const

test('a case is shown with what is known, what happens next, and who did what', async () => {
  const { server, ada, olga } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [7n])
  const waiting = ok(await callOperator(server, listWaiting, {}, { as: olga }))
  expect(waiting[0]).toMatchObject({ work: queue, waiting: 1, decides: true })
  const { list } = ok(await callOperator(server, listCases, { queue }, { as: olga }))
  expect(list).toMatchObject([
    { id, state: 'waiting', amount: '7.00000000', member: 'a***a@example.test' },
  ])
  expect(ok(await decide(server, olga, id))).toEqual({ outcome: 'accepted' })
  const found = ok(await callOperator(server, readCase, { queue, id }, { as: olga }))
  expect(found).toMatchObject({
    state: 'accepted',
    needs_two: false,
    after_accept: 'The member is credited.',
    history: [{ action: 'case.decide', decision: 'accepted', reason, operator: { name: 'Olga' } }],
  })
  expect(refusal(await decide(server, olga, id))).toBe('case_decided')
})

test('a large case is accepted by two: one alone cannot, not even with parallel requests', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  const alone = await Promise.all(Array.from({ length: 32 }, () => decide(server, olga, id)))
  expect(alone.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(alone.filter(({ type }) => type !== 'ok').map(refusal)).toEqual(
    Array.from({ length: 31 }, () => 'proposal_own'),
  )
  expect(await decisionsOf(server, id)).toBe(0)
  const [proposal] = ok(
    await callOperator(server, listProposals, { state: 'pending' }, { as: olga }),
  ).list
  const own = { id: proposal?.id ?? 0, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, own, { as: olga }))).toBe(
    'proposal_own',
  )
  // Who has not seen that it was accepted meant to be the first of two, and is not the second.
  expect(refusal(await decide(server, otto, id))).toBe('proposal_pending')
  const gone = { proposal: own.id + 1 }
  expect(refusal(await decide(server, otto, id, gone))).toBe('proposal_pending')
  expect(await decisionsOf(server, id)).toBe(0)
  const seen = { proposal: own.id }
  expect(ok(await decide(server, otto, id, seen))).toEqual({ outcome: 'accepted' })
  expect(await decisionsOf(server, id)).toBe(1)
})

test('thirty-two operators accept at once: one effect', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  const seen = await acceptFirst(server, olga, id)
  const others = [otto, await hire(server, 'Orla', ['finance'])]
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) => decide(server, others[n % 2] ?? otto, id, seen)),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(await decisionsOf(server, id)).toBe(1)
})

test('accepting and rejecting at once: one of them', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const ids = await fillTestQueue(server, ada.id, [5000n, 5000n, 5000n, 5000n])
  const orla = await hire(server, 'Orla', ['finance'])
  for (const id of ids) {
    const seen = await acceptFirst(server, olga, id)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(server, otto, id, seen)),
      ...Array.from({ length: 4 }, () => decide(server, orla, id, { decision: 'reject' })),
    ])
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await decisionsOf(server, id)).toBe(1)
  }
})

test('the database itself refuses a proposal that its maker decides', async () => {
  const { server, ada, olga } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  ok(await decide(server, olga, id))
  const decided = server.db
    .updateTable('operator_proposal')
    .set({
      state: 'accepted',
      decided_by: olga.id,
      decided_at: new Date(),
      decision_reason: reason,
    })
    .execute()
  await expect(decided).rejects.toThrow(/operator_proposal_two_people/)
  const rewritten = server.db.updateTable('operator_proposal').set({ summary: 'less' }).execute()
  await expect(rewritten).rejects.toThrow(/only ever decided, once/)
})

test('rejecting takes one, but not the one who proposed to accept', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  ok(await decide(server, olga, id))
  const rejection = { decision: 'reject' } as const
  expect(refusal(await decide(server, olga, id, rejection))).toBe('proposal_own')
  expect(ok(await decide(server, otto, id, rejection))).toEqual({ outcome: 'rejected' })
  const { list } = ok(await callOperator(server, listProposals, {}, { as: olga }))
  expect(list).toMatchObject([
    { state: 'rejected', made_by: { name: 'Olga' }, decided_by: { name: 'Otto' } },
  ])
})

test('who decides other queues, or only reads, decides nothing here', async () => {
  const { server, ada } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [7n])
  for (const role of ['support', 'risk', 'admin', 'auditor', 'content'] as const) {
    const other = await hire(server, role, [role])
    expect(refusal(await decide(server, other, id)), role).toBe('operator_not_allowed')
  }
  expect(await decisionsOf(server, id)).toBe(0)
})

test('a picture is shown to who may see it, and every view is in the log', async () => {
  const { server, ada, olga } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [7n])
  const view = (as: TestOperator, picture: string) =>
    callOperator(server, readCasePicture, { queue, id, picture, reason }, { as })
  const picture = ok(await view(olga, 'front'))
  expect(Buffer.from(picture.base64, 'base64').toString()).toBe('pixels')
  expect(refusal(await view(olga, 'gone'))).toBe('picture_not_found')
  expect(refusal(await view(olga, 'back'))).toBe('picture_not_found')
  const support = await hire(server, 'Sue', ['support'])
  expect(refusal(await view(support, 'front'))).toBe('operator_not_allowed')
  const { list } = ok(
    await callOperator(server, readAuditLog, { subject: `${queue} ${id}` }, { as: olga }),
  )
  expect(list).toMatchObject([{ action: 'case.picture', details: { picture: 'front' } }])
})

test('a proposal nobody decides ends after three days, and can be made again', async () => {
  const { server, olga, otto } = await startDesk()
  const first = ok(await callOperator(server, proposeFunding, funding, { as: olga }))
  await server.pass({ days: 3, seconds: 1 })
  const again = await hire(server, 'Orla', ['finance'])
  const accept = { id: first.id, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, accept, { as: again }))).toBe(
    'proposal_decided',
  )
  const { list } = ok(await callOperator(server, listProposals, {}, { as: again }))
  expect(list).toMatchObject([{ state: 'expired' }])
  const hers = ok(await callOperator(server, proposeFunding, funding, { as: again }))
  // Whoever has left may be back as somebody else.
  const left = { disabled_at: server.clock.now() }
  await server.db.updateTable('operator').set(left).where('id', '=', again.id).execute()
  const other = await hire(server, 'Ona', ['finance'])
  const late = { ...accept, id: hers.id }
  expect(refusal(await callOperator(server, decideProposal, late, { as: other }))).toBe(
    'proposal_decided',
  )
  const why = 'She has left.\nPropose it anew, please.'
  const rejection = { ...late, decision: 'reject' as const, reason: why }
  const rejected = ok(await callOperator(server, decideProposal, rejection, { as: other }))
  expect(rejected.decision_reason).toBe(why)
  expect(otto.id).toBeGreaterThan(0)
})

test('whoever proposed something takes it back, with a reason or without, and nobody else does', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const first = ok(await callOperator(server, proposeFunding, funding, { as: olga }))
  const takeBack = (as: TestOperator, more: object = {}) =>
    callOperator(server, withdrawProposal, { id: first.id, ...more }, { as })
  expect(refusal(await takeBack(otto))).toBe('proposal_of_another')
  expect(refusal(await takeBack(olga, { id: first.id + 1 }))).toBe('proposal_not_found')
  const gone = ok(await takeBack(olga, { reason: 'the wrong pool' }))
  expect(gone).toMatchObject({ state: 'withdrawn', decided_by: null, decision_reason: null })
  expect(gone.decided_at).not.toBeNull()
  const accept = { id: first.id, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, accept, { as: otto }))).toBe(
    'proposal_decided',
  )
  expect(refusal(await takeBack(olga))).toBe('proposal_decided')
  ok(await callOperator(server, proposeFunding, funding, { as: otto }))
  const subject = first.subject
  const log = async () =>
    ok(await callOperator(server, readAuditLog, { subject }, { as: olga })).list.filter(
      ({ action }) => action === 'proposal.withdraw',
    )
  expect(await log()).toMatchObject([
    { reason: 'the wrong pool', details: { proposal: String(first.id), kind: 'pool.fund' } },
  ])

  // A first acceptance that is taken back leaves the case as it was, for either of them.
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  const { proposal } = await acceptFirst(server, olga, id)
  ok(await takeBack(olga, { id: proposal }))
  expect(refusal(await decide(server, otto, id, { proposal }))).toBe('proposal_decided')
  const seen = await acceptFirst(server, otto, id)
  expect(ok(await decide(server, olga, id, seen))).toEqual({ outcome: 'accepted' })
  expect(await decisionsOf(server, id)).toBe(1)
  const { history } = ok(await callOperator(server, readCase, { queue, id }, { as: olga }))
  expect(history.map(({ action, decision }) => [action, decision])).toEqual([
    ['case.decide', 'accepted'],
    ['case.decide', 'proposed'],
    ['proposal.withdraw', null],
    ['case.decide', 'proposed'],
  ])
})

test('accepted and taken back at once: one of them', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const ids = await fillTestQueue(server, ada.id, [5000n, 5000n, 5000n, 5000n])
  for (const id of ids) {
    const seen = await acceptFirst(server, olga, id)
    const takeBack = { id: seen.proposal }
    const [back, ...accepted] = await Promise.all([
      callOperator(server, withdrawProposal, takeBack, { as: olga }),
      ...Array.from({ length: 4 }, () => decide(server, otto, id, seen)),
    ])
    const told = [back, ...accepted].filter(({ type }) => type === 'ok')
    expect(told).toHaveLength(1)
    expect(await decisionsOf(server, id)).toBe(back.type === 'ok' ? 0 : 1)
  }
})

test('what waits for a second operator does not run out while the house stands still', async () => {
  const { server, ada, olga, otto } = await startDesk()
  const [id = 0] = await fillTestQueue(server, ada.id, [5000n])
  const seen = await acceptFirst(server, olga, id)
  const terms = packetAsked({ code: 'SUMMER26', hours: 240 })
  const packet = ok(await callOperator(server, proposePacket, terms, { as: olga }))
  await server.pass({ days: 1 })
  server.clock.pass({ days: 5 })
  await server.app.jobs.sweep()
  otto.token = await enter(server, otto)
  const accept = { id: packet.id, decision: 'accept' as const, reason }
  const last = Date.parse(packet.expires_at) + 5 * 24 * 60 * 60 * 1000
  const { list } = ok(await callOperator(server, listProposals, {}, { as: otto }))
  expect(list.map(({ expires_at }) => Date.parse(expires_at))).toEqual([last, last])
  expect(ok(await decide(server, otto, id, seen))).toEqual({ outcome: 'accepted' })
  const sooner = { expires_at: server.clock.now() }
  const rewritten = server.db
    .updateTable('operator_proposal')
    .set(sooner)
    .where('state', '=', 'pending')
  await expect(rewritten.execute()).rejects.toThrow(/only ever decided, once/)
  ok(await callOperator(server, decideProposal, accept, { as: otto }))
})

test('hostile values in every field of the console are refused, never a 500', async () => {
  const { server, olga } = await startDesk()
  const { operatorCalls } = await import('@btbc/contract/operator/calls.ts')
  const hostile = [
    1e30,
    -1,
    0,
    '1e3',
    '1.1234567890123456789',
    'a\u0000b',
    '🪙',
    'x'.repeat(9000),
    [],
    {},
    null,
    true,
  ]
  for (const { path, method, request } of Object.values(operatorCalls)) {
    if (path === '/logout') continue
    for (const field of Object.keys(request)) {
      const answers = await Promise.all(
        hostile.map((value) =>
          fetch(
            `${server.url}/operator/api${path}${method === 'GET' ? `?${new URLSearchParams({ [field]: JSON.stringify(value) })}` : ''}`,
            {
              method,
              headers: {
                authorization: `Bearer ${olga.token}`,
                ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
              },
              ...(method === 'POST' ? { body: JSON.stringify({ [field]: value }) } : {}),
            },
          ),
        ),
      )
      for (const answer of answers) expect(answer.status, `${path} ${field}`).toBe(200)
    }
  }
})
