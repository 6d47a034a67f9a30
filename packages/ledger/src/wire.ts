import { type Account, accountId, floorOf } from '#account.ts'

/** PostgreSQL's text form of arrays, written by us: much cheaper than the driver's general one. */

/** An array of numbers, of `null` and of plain words such as the names of an enum. */
export function arrayOf(values: readonly (number | bigint | string)[]): string {
  return `{${values.join(',')}}`
}

/** An array of any texts; null stays null. */
export function arrayOfTexts(values: readonly (string | null)[]): string {
  return `{${values.map((text) => (text === null ? 'null' : quote(text))).join(',')}}`
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Accounts as the columns they are opened from: id, owner, purpose, currency and floor. */
export function columnsOf(accounts: readonly Account[]): string[] {
  return [
    arrayOf(accounts.map(accountId)),
    arrayOf(accounts.map(({ owner }) => owner ?? 'null')),
    arrayOfTexts(accounts.map(({ purpose }) => purpose)),
    arrayOf(accounts.map(({ currency }) => currency)),
    arrayOf(accounts.map(floorOf)),
  ]
}
