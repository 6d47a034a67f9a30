import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { languageOfMember, tellMember } from '#modules/account/index.ts'

import { getShownContact, inLanguage } from './contacts.ts'

/** Each member has one of the agents as their own contact, given in turn; support may give another. */

const AT_ONCE = 500

/**
 * Gives agents to some who have none: they have joined, or theirs is none any more. Meanwhile the first
 * contact of all stands in. They are asked for in the order of their index: by their number alone PostgreSQL
 * goes past everybody who has one.
 */
export async function giveAgents(tx: Tx): Promise<number> {
  const given = await sql`
    with agent as (
      select array_agg(id order by id) as ids from contact where state = 'shown' and is_agent
      having count(*) > 0
    ), fresh as (
      select id from member where agent_id is null and exists (select from agent)
      order by agent_id, id limit ${AT_ONCE} for no key update skip locked
    ), bereft as (
      select id from member where exists (select from agent) and agent_id = any(array(
        select id from contact where state = 'withdrawn' or not is_agent
      ))
      order by agent_id, id limit ${AT_ONCE} for no key update skip locked
    )
    update member set agent_id = ids[1 + member.id % cardinality(ids)] from agent
    where member.id = any(array(select id from fresh union all select id from bereft))`.execute(tx)
  return Number(given.numAffectedRows ?? 0n)
}

/** By support; whoever writes to somebody new is told so by us. */
export async function changeAgent(
  tx: Tx,
  { id, contact: contactId, wallNow }: { id: number; contact: number; wallNow: Date },
): Promise<{ before: number | null }> {
  const contact = await getShownContact(tx, contactId)
  if (!contact.is_agent) throw new Refusal('contact_not_found')
  const member = await tx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .where('is_house', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new Refusal('member_not_found')
  await tx.updateTable('member').set({ agent_id: contactId }).where('id', '=', id).execute()
  const { name } = inLanguage(contact, languageOfMember(member))
  const facts = { name, number: contact.number }
  await tellMember(tx, member, { kind: 'agent_changed', facts, wallNow })
  return { before: member.agent_id }
}
