import { kindNames, sayDeed, saySubject } from '@btbc/contract/operator/deeds.ts'
import { say } from '@btbc/contract/texts.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { currencies, findCurrency } from '@btbc/money/currency.ts'

import { isTold } from '#modules/account/index.ts'

import type { Facts, Placed, Row } from './timeline.sources.ts'

/** The lines of a timeline in words, as operators read them. */

type Line = Placed['line']
type Said = Partial<Pick<Line, 'detail' | 'amount' | 'currency' | 'desk' | 'case_id'>> & {
  title: string
}

export function describeFacts({ source, kind, id, at, facts }: Row): Placed {
  const said = sayings[source]?.(facts, Number(id)) ?? { title: source }
  const blank = { detail: '', amount: null, currency: null, desk: null, case_id: null }
  const line = { ...blank, ...said, key: `${source}.${id}`, kind, at }
  return { source, place: String(id), line }
}

const account: Readonly<Record<string, string>> = {
  joined: 'Opened the account',
  verified: 'Proved a mail address or a phone',
  contact_changed: 'Changed the mail address or the phone',
  password_reset: 'Set a new password by a code',
  known_only: 'Pays known receivers only from then on',
  frozen: 'The account was frozen',
}

const sayings: Readonly<Record<string, (facts: Facts, id: number) => Said>> = {
  account: ({ what }) => ({ title: account[String(what)] ?? String(what) }),
  session: ({ device }) => ({ title: 'Signed in, and is still logged in', detail: text(device) }),
  passkey: ({ label }) => ({ title: 'Added a passkey', detail: text(label) }),
  api_key: ({ label }) => ({ title: 'Made an API key', detail: text(label) }),
  identity: ({ state }, id) => ({
    title: 'Asked to have their identity accepted',
    detail: text(state),
    desk: 'identity',
    case_id: id,
  }),
  deposit: ({ amount, currency, state }) => ({
    title: 'Deposit on the chain',
    detail: text(state),
    ...money(amount, currency),
  }),
  bank_deposit: ({ amount, order_no, state }, id) => ({
    title: `Bank deposit ${text(order_no)}`,
    detail: text(state),
    ...money(amount, currencies.BANK.id),
    desk: 'deposits',
    case_id: id,
  }),
  gateway_order: ({ amount, order_no, state }) => ({
    title: `Payment ${text(order_no)} through the gateway`,
    detail: text(state),
    ...money(amount, currencies.BANK.id),
  }),
  withdrawal: ofWithdrawal,
  bank_withdrawal: ({ amount, order_no, state }, id) => ({
    title: `Bank withdrawal ${text(order_no)}`,
    detail: text(state),
    ...money(amount, currencies.USDT.id),
    desk: 'bank',
    case_id: id,
  }),
  bought: (facts, id) => ofDeal('Bought USDT from a seller', facts, id),
  sold: (facts, id) => ofDeal('Sold USDT to a buyer', facts, id),
  notice: ({ message }) => ({ title: toldTitle(text(message)) }),
  feedback: ({ state }, id) => ({
    title: 'Wrote to the house',
    detail: text(state),
    desk: 'feedback',
    case_id: id,
  }),
  member_note: ({ kind, text: words, withdrawn_reason: why }) => ({
    title: kind === 'tag' ? `Tagged “${text(words)}”` : text(words),
    detail: why === null ? '' : `withdrawn: “${text(why)}”`,
  }),
  traded: ({ quote }) => ({
    title: 'Traded on the exchange that day',
    ...money(quote, currencies.USDT.id),
  }),
  decided: ofLog,
  decided_case: ofLog,
  decided_bought: ofLog,
  decided_sold: ofLog,
}

function ofDeal(title: string, facts: Facts, id: number): Said {
  const { number, way, state, disputed_at: disputedAt } = facts
  const said = {
    title,
    detail: `deal ${id}, by ${text(way)}, ${text(state)}`,
    ...money(number, currencies.USDT.id),
  }
  return disputedAt === null ? said : { ...said, desk: 'disputes', case_id: id }
}

function ofWithdrawal(facts: Facts, id: number): Said {
  const { amount, currency, draw_no, state, decide_by: decideBy } = facts
  const said = {
    title: `Withdrawal ${text(draw_no)}`,
    detail: text(state),
    ...money(amount, currency),
  }
  // Small ones are nobody's case.
  return decideBy === null ? said : { ...said, desk: 'coin', case_id: id }
}

function ofLog({ action, subject, reason, by, decision, kind }: Facts): Said {
  const [queue] = text(subject).split(' ')
  const deed = sayDeed({ action: text(action), decision: text(decision), queue })
  const why = text(reason)
  const about = [aboutOf(text(subject), text(kind)), why === '' ? '' : `“${why}”`]
  return { title: `${text(by)} ${deed}`, detail: about.filter((part) => part !== '').join(': ') }
}

/** What was proposed, or the case; the timeline itself says which member it is. */
function aboutOf(subject: string, kind: string): string {
  const [, proposed] = Object.entries(kindNames).find(([each]) => each === kind) ?? []
  if (proposed !== undefined) return proposed
  return /^member \d+$/.test(subject) ? '' : saySubject(subject)
}

/** What an older server has told may have no text any more. */
function toldTitle(message: string): string {
  return isTold(message) ? say('en', 'messages', `${message}.subject`) : message
}

function money(units: Facts[string] | undefined, currency: Facts[string] | undefined) {
  const known = findCurrency(Number(currency))
  if (units === null || units === undefined || !known) return {}
  return { amount: wireUnits(BigInt(units), known), currency: known.id }
}

function text(fact: Facts[string] | undefined): string {
  return String(fact ?? '')
}
