import { houseNow } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { findCurrency } from '@btbc/money/currency.ts'
import { displayAmount } from '@btbc/ui/display-amount.ts'

/**
 * How the console writes figures and times: English, 24 hours, and UTC, in which moments are typed here,
 * wherever the operator sits.
 */

const LOCALE = 'en-GB'
const timeZone = 'UTC'
const dateTimeFormat = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'long',
  timeZone,
})
const timeFormat = new Intl.DateTimeFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone,
})
const dayFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone })
const percentFormat = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 })
const countFormat = new Intl.NumberFormat(LOCALE)
const choiceFormat = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** A line never begins with the zone. */
export function dateTime(at: string): string {
  return dateTimeFormat.format(new Date(at)).replace(' UTC', '\u00a0UTC')
}

export function time(at: string | number): string {
  return timeFormat.format(new Date(at))
}

export function day(at: string): string {
  return dayFormat.format(new Date(at))
}

/** Of hundredths of a percent. */
export function percent(hundredths: number): string {
  return percentFormat.format(hundredths / 10_000)
}

export function count(value: number): string {
  return countFormat.format(value)
}

/** 'finance, risk or admin'. */
export function oneOf(words: readonly string[]): string {
  return choiceFormat.format(words)
}

const WORDS: Readonly<Record<string, string>> = {
  BANK: say('shell.bankUnits'),
  LAUNCH: say('shell.launches'),
  POINT: say('shell.points'),
}

export function currencyName(id: number): string {
  const code = findCurrency(id)?.code ?? say('shell.currency', { id })
  return WORDS[code] ?? code
}

/** An exact amount with its currency: '20.00 USDT'. Launches and points are whole. */
export function money(amount: string, currency: number): string {
  const minDecimals = findCurrency(currency)?.scale === 0 ? 0 : 2
  return `${displayAmount(amount, { locale: LOCALE, minDecimals })}\u00a0${currencyName(currency)}`
}

/** What is paid outside: '720.00 CNY'. */
export function fiat(amount: string): string {
  return say('dispute.fiat', { amount: displayAmount(amount, { locale: LOCALE, minDecimals: 2 }) })
}

/** As it is, with no zeros behind it. */
export function plain(amount: string): string {
  return displayAmount(amount, { locale: LOCALE, minDecimals: 0 })
}

const CHAIN_DECIMALS = 18

/** To the last digit that a chain knows. */
export function chainFigure(amount: string): string {
  return displayAmount(amount, { locale: LOCALE, decimals: CHAIN_DECIMALS, minDecimals: 2 })
}

export function chainMoney(amount: string, currency: number): string {
  return `${chainFigure(amount)}\u00a0${currencyName(currency)}`
}

export function waitedSince(at: string, now = houseNow()): string {
  return lasting(Math.max(0, Math.floor((now - Date.parse(at)) / 60_000)))
}

export function lasting(minutes: number): string {
  if (minutes < 60) return say('shell.minutes', { minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? say('shell.hours', { hours, minutes: minutes % 60 })
    : say('shell.days', { days: Math.floor(hours / 24) })
}
