import { readProfile } from '@btbc/contract/account.ts'
import { readHomeContent } from '@btbc/contract/news.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  changeAgent,
  listContacts,
  proposeContact,
  proposeContactGone,
} from '@btbc/contract/operator/support.ts'
import { contactUrl } from '@btbc/contract/support-contact.ts'
import { type Language, languages } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { callOperator, hire, type TestOperator } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { giveAgents } from './agents.ts'

const reason = 'Wendy has left'
const english = { language: 'en' as const, name: 'Maya (TEST)', hours: '10:00–16:00 UTC' }
const korean = { language: 'kr' as const, name: '마야 (TEST)', hours: '10:00–16:00 UTC' }

test('the address of a contact follows from its number, and nothing else is one', () => {
  expect(contactUrl('telegram', '@btbc_maya')).toBe('https://t.me/btbc_maya')
  expect(contactUrl('whatsapp', '+12025550105')).toBe('https://wa.me/12025550105')
  expect(contactUrl('mail', 'maya@btbc.test')).toBe('mailto:maya@btbc.test')
  for (const number of ['@a/b', '@btbc_maya?x', 'btbc_maya', '@b', '+0123', '12025550105', 'a@b'])
    for (const channel of ['telegram', 'whatsapp', 'mail'] as const)
      expect(contactUrl(channel, number)).toBeUndefined()
})

test('contacts are changed by two, in each language, and each member has an agent of their own', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@btbc.test')
  const bob = await server.join('bob@btbc.test')
  const cora = await hire(server, 'Cora', ['content'])
  const sue = await hire(server, 'Sue', ['support'])
  const look = async (as: TestMember, language: Language = 'en') =>
    ok(await server.call(readProfile, {}, { as, language }))
  const shown = async (lang: Language) =>
    ok(await server.call(readHomeContent, { lang })).contacts.map(({ name, url }) => [name, url])
  const decide = (id: number, as: TestOperator) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })

  // Until one is given, the first of all stands in.
  const first = await look(ann)
  expect([first.agent, first.mykefu]).toEqual([null, 'https://t.me/btbc_test_support_1'])
  await server.app.jobs.sweep()
  const agents = [await look(ann, 'zh'), await look(bob, 'zh')]
  expect(agents.map(({ agent }) => agent?.url)).toEqual(agents.map(({ mykefu }) => mykefu))
  expect(agents[0]?.mykefu).not.toBe(agents[1]?.mykefu)
  expect(agents[0]?.agent?.name).toMatch(/^BTBC 客服/)

  const terms = { sorts: 5, channel: 'telegram' as const, number: '@btbc_maya', is_agent: true }
  const propose = (more: object, as = cora) =>
    callOperator(server, proposeContact, { ...terms, texts: [english], reason, ...more }, { as })
  expect(refusal(await propose({ number: 'https://evil.test' }))).toBe('invalid_request')
  expect(refusal(await propose({ channel: 'mail', number: 'a@btbc.test' }))).toBe('invalid_request')
  expect(refusal(await propose({ texts: [korean] }))).toBe('invalid_request')
  expect(refusal(await propose({ id: 99 }))).toBe('contact_not_found')
  expect(refusal(await propose({ number: '@BTBC_test_support_2' }))).toBe('contact_taken')
  // What would turn the words around for whoever accepts is not taken.
  const turning = { ...english, name: `\u202E${english.name}\u2066` }
  const added = ok(await propose({ texts: [turning, korean] }))
  expect(added.summary).toBe(
    'A new contact: telegram @btbc_maya (https://t.me/btbc_maya), order 5, an agent; ' +
      'English: “Maya (TEST)”, 10:00–16:00 UTC; Korean: “마야 (TEST)”, 10:00–16:00 UTC',
  )
  expect(refusal(await propose({}, sue))).toBe('proposal_pending')
  expect(refusal(await decide(added.id, cora))).toBe('proposal_own')
  expect((await shown('en')).at(0)?.[0]).toBe('BTBC Support 1 (TEST)')
  ok(await decide(added.id, sue))
  expect((await shown('en')).at(0)).toEqual(['Maya (TEST)', 'https://t.me/btbc_maya'])
  expect((await shown('kr')).at(0)?.[0]).toBe('마야 (TEST)')
  expect((await shown('jp')).at(0)?.[0]).toBe('Maya (TEST)')
  const { list, proposals } = ok(await callOperator(server, listContacts, {}, { as: cora }))
  expect(list).toHaveLength(9)
  expect(list[0]?.missing).toEqual(languages.filter((each) => each !== 'en' && each !== 'kr'))
  expect(proposals).toMatchObject([{ id: added.id, state: 'accepted', decides: false }])

  // It changes as a whole: whoever writes to its old number writes to nobody of ours.
  const maya = list[0]?.id ?? 0
  const changed = ok(await propose({ id: maya, number: '@btbc_maya_new', sorts: -9 }, sue))
  expect(changed.summary).toBe(
    `Contact ${maya}: address telegram @btbc_maya (https://t.me/btbc_maya) → ` +
      'telegram @btbc_maya_new (https://t.me/btbc_maya_new); order 5 → -9; ' +
      'Korean “마야 (TEST)”, 10:00–16:00 UTC → none. As a whole: ' +
      'telegram @btbc_maya_new (https://t.me/btbc_maya_new), order -9, an agent; ' +
      'English: “Maya (TEST)”, 10:00–16:00 UTC',
  )
  ok(await decide(changed.id, cora))
  const same = { id: maya, number: '@btbc_maya_new', sorts: -9 }
  expect(refusal(await propose(same, sue))).toBe('setting_unchanged')
  expect((await shown('kr')).map(([, url]) => url)).not.toContain('https://t.me/btbc_maya')

  // Support gives a member another agent, and the member is told by us.
  const give = (contact: number, id = ann.id) =>
    callOperator(server, changeAgent, { id, contact, reason }, { as: sue })
  expect(refusal(await give(7))).toBe('contact_not_found')
  expect(refusal(await give(maya, 12))).toBe('member_not_found')
  ok(await give(maya))
  expect(await look(ann)).toMatchObject({
    mykefu: 'https://t.me/btbc_maya_new',
    agent: { name: 'Maya (TEST)', number: '@btbc_maya_new', channel: 'telegram' },
  })
  const { list: told } = ok(await server.call(listOwnNotices, {}, { as: ann }))
  expect(told[0]).toMatchObject({ title: 'Your contact has changed', link: '/Kefu' })
  expect(told[0]?.text).toContain('Maya (TEST): @btbc_maya_new')

  // Taken off, it is nobody's any more: the first one stands in until another is given.
  const gone = ok(
    await callOperator(server, proposeContactGone, { id: maya, reason }, { as: cora }),
  )
  ok(await decide(gone.id, sue))
  expect(await look(ann)).toMatchObject({ agent: null, mykefu: first.mykefu })
  await server.app.jobs.sweep()
  expect((await look(ann)).agent?.url).toMatch(/^https:\/\/(t|wa)\.me\//)
  expect(refusal(await propose({ id: maya }))).toBe('contact_not_found')

  // What waits for Cora is not behind whatever else was proposed since.
  const waits = ok(await propose({ number: '@btbc_first' }, sue)).id
  for (let n = 0; n < 21; n += 1) {
    const { id } = ok(await propose({ number: `@btbc_later_${n}` }, sue))
    ok(await callOperator(server, decideProposal, { id, decision: 'reject', reason }, { as: cora }))
  }
  const shownNow = ok(await callOperator(server, listContacts, {}, { as: cora })).proposals
  expect(shownNow[0]).toMatchObject({ id: waits, decides: true })
  expect(shownNow).toHaveLength(21)
})

test('who has no agent is found without going past all who have one', async () => {
  const server = await startTestServer()
  const { db } = server
  await sql`insert into member (account_number, country, password_hash, extension_code, joined_at, verified_at,
      agent_id)
    select lpad(n::text, 9, '0'), 'GB', '-', 'crowd' || n, now(), now(),
      case when n <= 10000 then (select min(id) from contact where is_agent) end
    from generate_series(1, 20000) n order by n`.execute(db)
  await sql`analyze member`.execute(db)
  const looked = await db.transaction().execute(async (tx) => {
    const before = await countLooks(tx)
    expect(await giveAgents(tx)).toBe(500)
    return (await countLooks(tx)) - before
  })
  expect(looked).toBeLessThan(5000)
})

/** How many members an index has led to, of what this connection knows once it has looked at one. */
async function countLooks(tx: Tx): Promise<number> {
  await sql`select from member where id = 1`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select idx_tup_fetch::integer as count from pg_stat_xact_user_tables
    where relname = 'member'`.execute(tx)
  return rows[0]?.count ?? 0
}
