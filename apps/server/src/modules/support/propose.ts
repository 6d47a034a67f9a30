import type { Request } from '@btbc/contract/endpoint.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
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

import { channelOf, type Contact, getShownContact, textsOf, textsToKeep } from './contacts.ts'
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
  const changes = before && changesOf(asAsked(before), contact)
  if (changes?.length === 0) throw new Refusal('setting_unchanged')
  return await contactChange.propose(tx, {
    subject: before ? subjectOf(before.id) : `contact ${contact.number}`,
    payload: { terms: JSON.stringify(contact) },
    summary: changes
      ? `Contact ${contact.id}: ${changes.join('; ')}. As a whole: ${inWords(contact)}`
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
  const said = texts.map(({ language }) => language)
  if (!said.includes('en') || new Set(said).size < said.length)
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

function inWords(contact: AskedContact): string {
  const { address, order, agent, ...texts } = partsOf(contact)
  const said = Object.entries(texts).map(([language, text]) => `${language}: ${text}`)
  return `${address}, order ${order}, ${agent}; ${said.join('; ')}`
}

/** Part by part, as it is and as it would be. */
function changesOf(before: AskedContact, after: AskedContact): string[] {
  const [held, asked] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(held), ...Object.keys(asked)])]
    .map((part) => ({ part, from: held[part] ?? 'none', to: asked[part] ?? 'none' }))
    .filter(({ from, to }) => from !== to)
    .map(({ part, from, to }) => `${part} ${from} → ${to}`)
}

type Parts = { address: string; order: string; agent: string; [part: string]: string }

/** All that is said of one, a part for each language among it. */
function partsOf({ channel, number, sorts, is_agent: isAgent, texts }: AskedContact): Parts {
  const said = texts.map(({ language, name, hours }) => [
    say(`content.language.${language}`),
    `“${name}”, ${hours}`,
  ])
  return {
    address: `${channel} ${number} (${contactUrl(channel, number)})`,
    order: String(sorts),
    agent: isAgent ? 'an agent' : 'no agent',
    ...Object.fromEntries(said),
  }
}

function asAsked(contact: Contact): AskedContact {
  return { ...contact, channel: channelOf(contact), texts: textsOf(contact) }
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
