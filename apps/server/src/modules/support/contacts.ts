import type { Response } from '@btbc/contract/endpoint.ts'
import type { listContacts as listContactsCall } from '@btbc/contract/operator/support.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { type Channel, channels } from '@btbc/contract/support-contact.ts'
import { type Language, languages } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Contact as ContactTable } from '@btbc/database/tables.ts'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { listProposals } from '#modules/review/index.ts'

/** Contacts as they stand, and as two languages read them. */

const LISTED_MAX = 200
const PROPOSALS_SHOWN = 20

export type Contact = Selectable<ContactTable>

const Said = z.object({ name: z.string(), hours: z.string() })
/** In English always; in each other language or not. */
const Texts = z.record(z.string(), Said)

type InLanguage = { language: Language; name: string; hours: string }

export function textsOf({ texts }: Pick<Contact, 'texts'>): InLanguage[] {
  const said = Texts.parse(texts)
  return languages.flatMap((language) => {
    const text = said[language]
    return text ? [{ language, ...text }] : []
  })
}

export function textsToKeep(texts: readonly InLanguage[]): string {
  const said = texts.map(({ language, name, hours }) => [language, { name, hours }])
  return JSON.stringify(Object.fromEntries(said))
}

/** What somebody who reads this language is told. */
export function inLanguage(contact: Pick<Contact, 'texts'>, language: Language) {
  const texts = textsOf(contact)
  const text =
    texts.find((each) => each.language === language) ?? texts.find((each) => each.language === 'en')
  if (!text) throw new Error('a contact without a name')
  return { name: text.name, hours: text.hours }
}

export function channelOf({ channel }: Pick<Contact, 'channel'>): Channel {
  const known = channels.find((each) => each === channel)
  if (known === undefined) throw new Error(`a contact by ${channel}`)
  return known
}

export async function listContacts(
  tx: Tx,
  { caller, now }: { caller: OperatorCaller; now: Date },
): Promise<Response<typeof listContactsCall>> {
  const contacts = await tx
    .selectFrom('contact')
    .selectAll()
    .where('state', '=', 'shown')
    .orderBy('sorts', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
  const kinds = ['contact.change', 'contact.withdraw']
  const proposed = async (state: 'pending' | undefined, limit: number) =>
    (await listProposals(tx, { state, kinds, caller, now, page: 1, limit })).list
  // Other desks ask for proposals by themselves; that list is for whoever may see members, and whoever writes
  // texts may not, but decides about contacts. They see proposals here alone, so what waits is never behind
  // what is over.
  const waiting = await proposed('pending', LISTED_MAX)
  const newest = await proposed(undefined, PROPOSALS_SHOWN)
  const proposals = [...waiting, ...newest.filter(({ id }) => !waiting.some((it) => it.id === id))]
  return {
    list: contacts.map((contact) => {
      const { id, sorts, number, url, is_agent } = contact
      const texts = textsOf(contact)
      const missing = languages.filter((each) => texts.every(({ language }) => language !== each))
      return { id, sorts, channel: channelOf(contact), number, url, is_agent, texts, missing }
    }),
    proposals,
  }
}

/** As members see it now, and locked. */
export async function getShownContact(tx: Tx, id: number): Promise<Contact> {
  const contact = await tx
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!contact) throw new Refusal('contact_not_found')
  return contact
}
