import { Refusal } from '@btbc/contract/refusals.ts'
import { type Language, languages } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import type { Selectable } from 'kysely'

import { type Address } from '#platform/notifications/address.ts'
import { drawDigits, drawText } from '#platform/random-text.ts'
import { ACCOUNT_DIGITS, possibleMobiles, readMail } from './address.ts'
import type { Dialling } from './countries.ts'

export type Member = Selectable<Tables['member']>

/** No characters that are read as one another. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
const DRAWS_MAX = 10
/** A phone or an account number: long enough for its ends to be shown. */
const NUMBER = /^\+?\d{9,}$/
const SHOWN_MAX = 7

/** What others see of a member: `a***e@btbc.test`, `+86***5678`, `10***42`. */
export function displayName(member: {
  mail: string | null
  mobile: string | null
  account_number: string
}): string {
  return masked(member.mail ?? member.mobile ?? member.account_number)
}

/** What of a row of `member` a list asks for instead, and has `masked`: the same, in one column. */
export const NAMED_BY = 'coalesce(mail, mobile, account_number)'

/** Enough of an address to know one's own, cut between characters and never within one. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return maskedNumber(address)
  const name = address.slice(0, at)
  const [first = ''] = name
  return `${first}***${lastOf(name.slice(first.length))}${address.slice(at)}`
}

/** The ends; of what is no number, such as a name that was searched for, a third at the most. */
function maskedNumber(text: string): string {
  const characters = Array.from(text)
  const third = Math.floor(characters.length / 3)
  const shown = NUMBER.test(text) ? SHOWN_MAX : Math.min(SHOWN_MAX, third)
  const first = Math.floor(shown / 2)
  const last = characters.length - (shown - first)
  return `${characters.slice(0, first).join('')}***${characters.slice(last).join('')}`
}

/** Its last character: two units of text where it is beyond the first 65,536. */
function lastOf(text: string): string {
  const isPair = (text.codePointAt(text.length - 2) ?? 0) > 0xff_ff
  return text.slice(isPair ? -2 : -1)
}

export async function getMember(database: Db | Tx, id: number): Promise<Member> {
  return await database
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * The member who proved this address; otherwise the only one who names it. An address that two
 * accounts name and none has proved belongs to neither.
 */
export async function findMemberByAddress(
  database: Db | Tx,
  address: Address,
): Promise<Member | undefined> {
  return onlyOne(await naming(database, address).execute(), address)
}

/** Whoever proved the address; otherwise there must be no other one who names it. */
export function onlyOne(found: readonly Member[], { channel }: Address): Member | undefined {
  const [first] = found
  const proved = channel === 'mail' ? first?.mail_proved_at : first?.mobile_proved_at
  return found.length === 1 || proved ? first : undefined
}

/** The first two members who name an address: whoever proved it, then the oldest. */
export function naming(database: Db | Tx, { channel, target }: Address) {
  return database
    .selectFrom('member')
    .selectAll()
    .where(channel === 'mail' ? 'mail' : 'mobile', '=', target)
    .where('is_house', '=', false)
    .orderBy(channel === 'mail' ? 'mail_proved_at' : 'mobile_proved_at', (order) =>
      order.asc().nullsLast(),
    )
    .orderBy('id')
    .limit(2)
}

/** Whoever logs in with this text: a mail address, an account number, a phone with or without country. */
export async function findMemberByLogin(
  database: Db | Tx,
  text: string,
  dialling: Dialling,
): Promise<Member | undefined> {
  if (text.includes('@')) {
    const mail = readMail(text)
    if (mail === undefined) return undefined
    return await naming(database, { channel: 'mail', target: mail }).executeTakeFirst()
  }
  const mobiles = possibleMobiles(text, dialling)
  const found = await database
    .selectFrom('member')
    .selectAll()
    .where('is_house', '=', false)
    .where((either) =>
      either.or([
        either('account_number', '=', text),
        ...(mobiles.length === 0 ? [] : [either('mobile', 'in', mobiles)]),
      ]),
    )
    .orderBy((each) => each('account_number', '=', text), 'desc')
    .orderBy('mobile_proved_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found
}

export type NewMember = {
  mail: string | null
  mailProved: boolean
  mobile: string | null
  mobileProved: boolean
  country: string
  passwordHash: string
  inviterId: number | null
  language: Language
  agreed: boolean
  termsVersion: number | null
  sample?: boolean
  now: Date
  random: (bytes: number) => Buffer
}

/** Opens an account. Refused when another member has proved the same address, also at this moment. */
export async function createMember(tx: Tx, member: NewMember): Promise<Member> {
  const { now, random } = member
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const created = await tx
      .insertInto('member')
      .values({
        account_number: drawDigits(random, ACCOUNT_DIGITS),
        extension_code: drawText(random, CODE_LETTERS, CODE_LENGTH),
        mail: member.mail,
        mail_proved_at: member.mailProved ? now : null,
        mobile: member.mobile,
        mobile_proved_at: member.mobileProved ? now : null,
        verified_at: member.mailProved || member.mobileProved ? now : null,
        country: member.country,
        password_hash: member.passwordHash,
        inviter_id: member.inviterId,
        language: member.language,
        agreed_at: member.agreed ? now : null,
        terms_version: member.agreed ? (member.termsVersion ?? 1) : null,
        joined_at: now,
        is_sample: member.sample ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (created) return created
    if (member.mail !== null && member.mailProved) {
      await refuseTaken(tx, { channel: 'mail', target: member.mail })
    }
    if (member.mobile !== null && member.mobileProved) {
      await refuseTaken(tx, { channel: 'sms', target: member.mobile })
    }
  }
  throw new Error('no free account number was drawn')
}

/** Refuses when a member has proved this address. */
async function refuseTaken(tx: Tx, { channel, target }: Address): Promise<void> {
  const taken = await tx
    .selectFrom('member')
    .select('id')
    .where(channel === 'mail' ? 'mail' : 'mobile', '=', target)
    .where(channel === 'mail' ? 'mail_proved_at' : 'mobile_proved_at', 'is not', null)
    .executeTakeFirst()
  if (taken) throw new Refusal(channel === 'mail' ? 'mail_taken' : 'mobile_taken')
}

export async function setLanguage(tx: Tx, memberId: number, language: Language): Promise<void> {
  await tx.updateTable('member').set({ language }).where('id', '=', memberId).execute()
}

export async function markWelcomeSeen(tx: Tx, memberId: number, now: Date): Promise<void> {
  await tx
    .updateTable('member')
    .set({ welcome_seen_at: now })
    .where('id', '=', memberId)
    .where('verified_at', 'is not', null)
    .where('welcome_seen_at', 'is', null)
    .execute()
}

/** The language of messages to a member. */
export function languageOfMember(member: Pick<Member, 'language'>): Language {
  return languages.find((each) => each === member.language) ?? 'en'
}
