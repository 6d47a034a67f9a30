import type { Request } from '@btbc/contract/endpoint.ts'
import type { proposeContact as proposeContactCall } from '@btbc/contract/operator/support.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { channels, contactUrl } from '@btbc/contract/support-contact.ts'
import { LanguageCode } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { transition } from '#platform/state-machine.ts'

import { getShownContact, textsToKeep } from './contacts.ts'
import { contactStates } from './support.states.ts'

/** Contacts are changed by two: whoever accepts reads the whole of what members are going to see. */

const AskedContact = z.object({
  id: z.optional(z.int()),
  sorts: z.int(),
  channel: z.enum(channels),
  number: z.string(),
  is_agent: z.boolean(),
  texts: z.array(z.object({ language: LanguageCode, name: z.string(), hours: z.string() })),
})
type AskedContact = z.output<typeof AskedContact>

type By = { reason: string; caller: OperatorCaller; now: Date }

export async function proposeContact(
  tx: Tx,
  { request, caller, now }: { request: Request<typeof proposeContactCall> } & Omit<By, 'reason'>,
) {
  const { reason, ...contact } = request
  refuseWrong(contact)
  const before = contact.id === undefined ? undefined : await getShownContact(tx, contact.id)
  await refuseTaken(tx, contact)
  return await contactChange.propose(tx, {
    subject: before ? subjectOf(before.id) : `contact ${contact.number}`,
    payload: { terms: JSON.stringify(contact) },
    summary: before
      ? `Contact ${before.id} (${before.number}) becomes ${inWords(contact)}`
      : `A new contact: ${inWords(contact)}`,
    reason,
    caller,
    now,
  })
}

export async function proposeGone(tx: Tx, { id, ...by }: By & { id: number }) {
  const { channel, number } = await getShownContact(tx, id)
  return await contactWithdrawal.propose(tx, {
    subject: subjectOf(id),
    payload: { contact: id },
    summary: `Take off contact ${id}: ${channel} ${number}`,
    ...by,
  })
}

function subjectOf(id: number): string {
  return `contact ${id}`
}

function refuseWrong({ channel, number, is_agent: isAgent, texts }: AskedContact): void {
  if (contactUrl(channel, number) === undefined)
    throw new Refusal('invalid_request', { field: 'number' })
  if (isAgent && channel === 'mail') throw new Refusal('invalid_request', { field: 'is_agent' })
  const languages = texts.map(({ language }) => language)
  if (!languages.includes('en') || new Set(languages).size < languages.length)
    throw new Refusal('invalid_request', { field: 'texts' })
}

async function refuseTaken(tx: Tx, { id = 0, channel, number }: AskedContact): Promise<void> {
  const other = await tx
    .selectFrom('contact')
    .select('id')
    .where('state', '=', 'shown')
    .where('channel', '=', channel)
    .where(sql<string>`lower(number)`, '=', number.toLowerCase())
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new Refusal('contact_taken')
}

function inWords({ channel, number, sorts, is_agent: isAgent, texts }: AskedContact): string {
  const said = texts.map(({ language, name, hours }) => `${language}: “${name}”, ${hours}`)
  const agent = isAgent ? 'an agent' : 'no agent'
  return `${channel} ${number} (${contactUrl(channel, number)}), place ${sorts}, ${agent}; ${said.join('; ')}`
}

export const contactChange = defineProposal({
  kind: 'contact.change',
  payload: z.object({ terms: z.string() }),
  async apply(tx, { payload }) {
    const { id, texts, ...contact } = AskedContact.parse(JSON.parse(payload.terms))
    const { channel, number } = contact
    await refuseTaken(tx, { id, texts, ...contact })
    const url = contactUrl(channel, number)
    if (url === undefined) throw new Error('a number that was good when it was proposed')
    const values = { ...contact, url, texts: textsToKeep(texts) }
    if (id === undefined) {
      await tx.insertInto('contact').values(values).execute()
      return
    }
    await getShownContact(tx, id)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  },
})

export const contactWithdrawal = defineProposal({
  kind: 'contact.withdraw',
  payload: z.object({ contact: z.int() }),
  async apply(tx, { payload: { contact: id }, now }) {
    await transition(tx, contactStates, await getShownContact(tx, id), 'withdraw', { now })
  },
})
