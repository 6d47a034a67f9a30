import { setTimeout as sleep } from 'node:timers/promises'

import { logInOperator, readOperator } from '@btbc/contract/operator/access.ts'
import { verifyAuditLog } from '@btbc/contract/operator/audit.ts'
import {
  acceptInvitation,
  listOperators,
  proposeClosing,
  proposeOperator,
  proposeRoles,
  readInvitation,
} from '@btbc/contract/operator/hiring.ts'
import { addFeedback } from '@btbc/contract/feedback.ts'
import { decideCase, listCases, readCase } from '@btbc/contract/operator/case.ts'
import { proposeFreezing } from '@btbc/contract/operator/member-acts.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { decideProposal, listProposals } from '@btbc/contract/operator/proposal.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { propose } from '#modules/review/proposal.ts'
import { callOperator, codeOf, enter, hire, type TestOperator } from '#testing/operators.ts'
import { packetAsked } from '#testing/packets.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const reason = 'talked about on Monday'
const mail = 'nina@btbc.test'
const password = 'copper-thistle-42'

async function startDesk() {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  const adam = await hire(server, 'Adam', ['admin'])
  const decide = (as: TestOperator, id: number) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  return { server, rita, adam, decide }
}

async function codeInMail(server: TestServer): Promise<string> {
  const { text } = await server.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', mail)
    .executeTakeFirstOrThrow()
  return /^[\w-]{22}$/m.exec(text)?.[0] ?? ''
}

test('two operators let a third in, who takes the place with the code of a mail, once', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const asked = { mail: 'Nina@btbc.test', name: 'Nina', roles: ['finance' as const], reason }
  const proposal = ok(await callOperator(server, proposeOperator, asked, { as: rita }))
  expect(proposal.summary).toBe('Let Nina (nina@btbc.test) work here as finance')
  expect(refusal(await callOperator(server, proposeOperator, asked, { as: adam }))).toBe(
    'proposal_pending',
  )
  expect(refusal(await decide(rita, proposal.id))).toBe('proposal_own')
  ok(await decide(adam, proposal.id))

  const code = await codeInMail(server)
  expect(refusal(await callOperator(server, readInvitation, { code: `${code}x` }))).toBe(
    'invitation_unknown',
  )
  const { secret, ...invited } = ok(await callOperator(server, readInvitation, { code }))
  expect(invited).toMatchObject({ mail, name: 'Nina', roles: ['finance'] })
  const totp = codeOf(secret, server.clock.wallNow())
  const right = { code, password, repeat: password, totp }
  const wrong = [
    [{ ...right, totp: totp === '000000' ? '000001' : '000000' }, 'operator_totp_wrong'],
    [{ ...right, repeat: 'another-word-1' }, 'passwords_differ'],
    [{ ...right, password: 'nina1234', repeat: 'nina1234' }, 'password_weak'],
    [{ ...right, code: 'nothing' }, 'invitation_unknown'],
  ] as const
  for (const [request, said] of wrong) {
    expect(refusal(await callOperator(server, acceptInvitation, request))).toBe(said)
  }
  const answers = await Promise.all([1, 2].map(() => callOperator(server, acceptInvitation, right)))
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  // The code that showed the authenticator opens nothing more.
  const login = { mail, password, code: totp }
  expect(refusal(await callOperator(server, logInOperator, login))).toBe('operator_login_failed')
  server.clock.moveWall(30_000)
  const next = { ...login, code: codeOf(secret, server.clock.wallNow()) }
  const nina = ok(await callOperator(server, logInOperator, next))
  expect(ok(await callOperator(server, readOperator, {}, { as: nina }))).toMatchObject({
    name: 'Nina',
    roles: ['finance'],
  })
  expect(ok(await callOperator(server, verifyAuditLog, {}, { as: nina })).findings).toEqual([])
  expect(refusal(await callOperator(server, proposeOperator, asked, { as: adam }))).toBe(
    'operator_exists',
  )
})

test('an invitation can be read in its mail for a day, and is over then', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const asked = { mail, name: 'Nina', roles: ['finance' as const], reason }
  const { id } = ok(await callOperator(server, proposeOperator, asked, { as: rita }))
  ok(await decide(adam, id))
  const code = await codeInMail(server)
  await server.pass({ minutes: 61 })
  expect(await codeInMail(server)).toBe(code)
  ok(await callOperator(server, readInvitation, { code }))
  await server.pass({ hours: 23 })
  expect(await codeInMail(server)).toBe('')
  expect(refusal(await callOperator(server, readInvitation, { code }))).toBe('invitation_unknown')
})

test('roles change and operators leave by two others, and two who decide are always left', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const olga = await hire(server, 'Olga', ['support'])
  const roles = (id: number, held: ('finance' | 'risk' | 'support')[]) =>
    callOperator(server, proposeRoles, { id, roles: held, reason }, { as: adam })
  const close = (id: number, as = adam) =>
    callOperator(server, proposeClosing, { id, reason }, { as })
  const fund = () =>
    callOperator(
      server,
      proposeFunding,
      { pool: 'lock', currency: 3, from: 'treasury', amount: '1', reason },
      { as: olga },
    )
  expect(refusal(await fund())).toBe('operator_not_allowed')
  expect(refusal(await close(olga.id, olga))).toBe('operator_not_allowed')
  expect(refusal(await close(rita.id))).toBe('operators_too_few')
  expect(refusal(await roles(rita.id, ['support']))).toBe('operators_too_few')
  expect(refusal(await close(999))).toBe('operator_unknown')

  ok(await decide(rita, ok(await roles(olga.id, ['finance', 'risk'])).id))
  ok(await fund())
  // What is proposed while there are three is looked at again when it is accepted.
  const [both, hers] = [ok(await close(rita.id)), ok(await close(olga.id))]
  // Back under another name, she could accept what she proposed under this one.
  const next = { mail, name: 'Nina', roles: ['finance' as const], reason }
  const ritas = ok(await callOperator(server, proposeOperator, next, { as: rita }))
  expect(refusal(await decide(olga, hers.id))).toBe('proposal_about_you')
  ok(await decide(olga, both.id))
  expect((await callOperator(server, readOperator, {}, { as: rita })).type).toBe(999)
  expect(refusal(await decide(adam, ritas.id))).toBe('proposal_decided')
  const proposed = await callOperator(server, listProposals, {}, { as: adam })
  expect(ok(proposed).list.find(({ id }) => id === ritas.id)?.state).toBe('expired')
  const rob = await hire(server, 'Rob', ['support'])
  expect(refusal(await decide(rob, hers.id))).toBe('operator_not_allowed')
  const { list } = ok(await callOperator(server, listOperators, {}, { as: adam }))
  expect(list.map(({ name, left_at: left }) => [name, left !== null])).toEqual([
    ['Rob', false],
    ['Olga', false],
    ['Adam', false],
    ['Rita', true],
  ])
  server.clock.moveWall(30_000)
  await expect(enter(server, rita)).rejects.toThrow()
})

test('what is proposed about whoever leaves ends with them, and the code of a packet of theirs is free', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  const packet = (as: TestOperator) =>
    callOperator(server, proposePacket, packetAsked({ code: 'SUMMER26' }), { as })
  ok(await packet(olga))
  expect(refusal(await packet(otto))).toBe('packet_code_taken')
  const held = { id: olga.id, roles: ['risk' as const], reason }
  const roles = ok(await callOperator(server, proposeRoles, held, { as: adam }))
  const leaver = { id: olga.id, reason }
  const closing = ok(await callOperator(server, proposeClosing, leaver, { as: rita }))
  ok(await decide(adam, closing.id))
  const { list } = ok(await callOperator(server, listProposals, {}, { as: rita }))
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    [closing.id, 'accepted'],
    [roles.id, 'expired'],
    [expect.any(Number), 'expired'],
  ])
  await server.app.jobs.sweep()
  ok(await packet(otto))
})

const funding = { pool: 'lock', currency: 3, from: 'treasury', amount: '1', reason } as const

test('what somebody proposed who may do so no more is accepted by nobody', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const ada = await server.join('ada@example.test')
  const olga = await hire(server, 'Olga', ['finance', 'support'])
  const otto = await hire(server, 'Otto', ['finance'])
  const fund = async (as: TestOperator) =>
    ok(await callOperator(server, proposeFunding, funding, { as })).id
  const freezing = { id: ada.id, reason }
  const [hers, frozen] = [
    await fund(olga),
    ok(await callOperator(server, proposeFreezing, freezing, { as: olga })).id,
  ]
  const support = { id: olga.id, roles: ['support' as const], reason }
  const roles = ok(await callOperator(server, proposeRoles, support, { as: adam }))
  ok(await decide(rita, roles.id))
  expect(refusal(await decide(otto, hers))).toBe('proposal_decided')
  const { list } = ok(await callOperator(server, listProposals, {}, { as: rita }))
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    [roles.id, 'accepted'],
    [frozen, 'pending'],
    [hers, 'expired'],
  ])
  // What she may still do stands.
  ok(await decide(rita, frozen))

  // However it was taken, and to reject it takes no right of its maker.
  const his = await fund(otto)
  const taken = { roles: ['support'] }
  await server.db.updateTable('operator').set(taken).where('id', '=', otto.id).execute()
  expect(refusal(await decide(adam, his))).toBe('proposal_decided')
  const rejection = { id: his, decision: 'reject', reason } as const
  ok(await callOperator(server, decideProposal, rejection, { as: adam }))
})

/** Until somebody waits for rows that another transaction holds. */
async function untilWaiting({ db }: TestServer, many = 1): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length >= many) return
    await sleep(5)
  }
}

test('whoever is put out while they propose something leaves nothing pending', async () => {
  const { server, rita, adam, decide } = await startDesk()
  const olga = await hire(server, 'Olga', ['finance'])
  const fund = () => callOperator(server, proposeFunding, funding, { as: olga })
  const put = async () => {
    const { list } = ok(await callOperator(server, listProposals, {}, { as: rita }))
    return list.filter(({ kind }) => kind === 'pool.fund').map(({ state }) => state)
  }
  const begunBefore = await server.db.transaction().execute(async (tx) => {
    const disabled_at = server.clock.now()
    await tx.updateTable('operator').set({ disabled_at }).where('id', '=', olga.id).execute()
    const begun = { answer: fund() }
    await Promise.race([untilWaiting(server), begun.answer])
    return begun
  })
  expect(refusal(await begunBefore.answer)).toBe('login_required')
  expect(await put()).toEqual([])

  // And what is written while a second operator accepts that they leave.
  await server.db.updateTable('operator').set({ disabled_at: null }).execute()
  const leaver = { id: olga.id, reason }
  const closing = ok(await callOperator(server, proposeClosing, leaver, { as: rita }))
  const roles = { ...leaver, roles: ['support' as const] }
  const changing = ok(await callOperator(server, proposeRoles, roles, { as: rita }))
  const whileAccepted = (accepted: number) =>
    server.db.transaction().execute(async (tx) => {
      const now = server.clock.now()
      const session = { sessionId: 0, sessionEndsAt: now, idleEndsAt: now }
      const held = { name: 'Olga', mail: olga.mail, roles: ['finance' as const] }
      const caller = { operatorId: olga.id, ...held, ...session }
      const about = { kind: 'pool.fund', subject: 'pool:lock', payload: {}, summary: '1' } as const
      await propose(tx, { ...about, reason, caller, now })
      const begun = { answer: decide(adam, accepted) }
      await Promise.race([untilWaiting(server), begun.answer])
      return begun
    })
  ok(await (await whileAccepted(changing.id)).answer)
  expect(await put()).toEqual(['expired'])
  await server.db
    .updateTable('operator')
    .set({ roles: ['finance'] })
    .where('id', '=', olga.id)
    .execute()
  ok(await (await whileAccepted(closing.id)).answer)
  expect(await put()).toEqual(['expired', 'expired'])
})

test('whoever is put out or loses the right while they decide decides nothing', async () => {
  const { server, adam, decide } = await startDesk()
  const ada = await server.join('ada@example.test')
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance', 'support'])
  const { id } = ok(await callOperator(server, proposeFunding, funding, { as: olga }))
  const letter = ok(await server.call(addFeedback, { content: 'Hello?' }, { as: ada }))
  const found = { queue: 'feedback', id: letter.id } as const
  const { messages } = ok(await callOperator(server, readCase, found, { as: otto }))
  const answer = { ...found, decision: 'accept', reason, message: messages[0]?.id } as const
  /** Both began before it was so. */
  const during = async (change: { roles: string[] } | { disabled_at: Date }) => {
    const begun = await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('operator').set(change).where('id', '=', otto.id).execute()
      const acts = [
        decide(otto, id),
        callOperator(server, decideCase, answer, { as: otto }),
      ] as const
      await Promise.race([untilWaiting(server, acts.length), ...acts])
      return { acts }
    })
    return (await Promise.all(begun.acts)).map(refusal)
  }
  const refused = await during({ roles: ['auditor'] })
  expect(refused).toEqual(['operator_not_allowed', 'operator_not_allowed'])
  const back = { roles: ['finance', 'support'] }
  await server.db.updateTable('operator').set(back).where('id', '=', otto.id).execute()
  const gone = await during({ disabled_at: server.clock.now() })
  expect(gone).toEqual(['login_required', 'login_required'])
  const { list } = ok(await callOperator(server, listProposals, {}, { as: adam }))
  expect(list).toMatchObject([{ id, state: 'pending' }])
  const waiting = await callOperator(server, listCases, { queue: 'feedback' }, { as: adam })
  expect(ok(waiting).list).toMatchObject([{ id: letter.id, state: 'waiting' }])
})
