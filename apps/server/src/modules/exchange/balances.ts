import { accountId, houseAccount, memberAccountId } from '@btbc/ledger/account.ts'
import type { Net } from '@btbc/ledger/post-net.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** What a batch changes in each account, and what its members have available meanwhile. */

export type TouchedAccount = {
  id: number
  memberId: number
  currency: CurrencyId
  /** Before the batch; 0 if it was not looked at. */
  available: number
  availableChange: number
  heldChange: number
}

export type Balances = {
  /** Of a member's change wallet. */
  of(memberId: number, currency: CurrencyId): TouchedAccount
  /** One that was touched. */
  find(id: number): TouchedAccount | undefined
  /** What the house takes of the trades. */
  takeFee(currency: CurrencyId, fee: number, dust: number): void
  touched(): Iterable<TouchedAccount>
  /**
   * The net of everything: `held` for accounts in which it only moves between available and held,
   * `settled` for those that have more or less. No account is in both.
   */
  nets(): { held: Net; settled: Net }
}

export function changeAccountId(memberId: number, currency: CurrencyId): number {
  return memberAccountId(memberId, 'change', currency)
}

/**
 * `available` of the accounts that were looked at, in the order of their ids; `before` is the batch
 * whose changes are still to be added to it.
 */
export function openBalances(available: ReadonlyMap<number, number>, before?: Balances): Balances {
  const accounts = new Map<number, TouchedAccount>()
  const house = new Map<CurrencyId, { fee: number; dust: number }>()
  const add = (id: number, memberId: number, currency: CurrencyId): TouchedAccount => {
    const account = {
      id,
      memberId,
      currency,
      available: (available.get(id) ?? 0) + (before?.find(id)?.availableChange ?? 0),
      availableChange: 0,
      heldChange: 0,
    }
    accounts.set(id, account)
    return account
  }
  return {
    of(memberId, currency) {
      const id = changeAccountId(memberId, currency)
      return accounts.get(id) ?? add(id, memberId, currency)
    },
    find: (id) => accounts.get(id),
    takeFee(currency, fee, dust) {
      let sums = house.get(currency)
      if (!sums) house.set(currency, (sums = { fee: 0, dust: 0 }))
      sums.fee += fee - dust
      sums.dust += dust
    },
    touched: () => accounts.values(),
    nets: () => netsOf(accounts, house),
  }
}

/** Adds to an account; `held` changes with the hold of the order. */
export function change(account: TouchedAccount, available: number, held: number): void {
  account.availableChange += available
  account.heldChange += held
  if (
    !Number.isSafeInteger(account.availableChange) ||
    !Number.isSafeInteger(account.heldChange) ||
    !Number.isSafeInteger(available) ||
    !Number.isSafeInteger(held)
  ) {
    throw new RangeError(`The change of account ${account.id} is not exact`)
  }
}

function netsOf(
  touched: ReadonlyMap<number, TouchedAccount>,
  house: ReadonlyMap<CurrencyId, { fee: number; dust: number }>,
): { held: Net; settled: Net } {
  const held: Net = { accounts: [], available: [], held: [] }
  const settled: Net = { accounts: [], available: [], held: [] }
  const taken = new Map<number, number>()
  const add = (net: Net, id: number, available: number, heldChange: number) => {
    net.accounts.push(id)
    net.available.push(available)
    net.held.push(heldChange)
  }
  for (const [currency, { fee, dust }] of house) {
    taken.set(accountId(houseAccount('fees', currency)), fee)
    taken.set(accountId(houseAccount('dust', currency)), dust)
  }
  // The house's ids come before those of members.
  for (const id of sortedIds(taken)) {
    const amount = taken.get(id) ?? 0
    if (amount > 0) add(settled, id, amount, 0)
  }
  for (const id of sortedIds(touched)) {
    const { availableChange = 0, heldChange = 0 } = touched.get(id) ?? {}
    if (availableChange + heldChange !== 0) add(settled, id, availableChange, heldChange)
    else if (heldChange !== 0) add(held, id, availableChange, heldChange)
  }
  return { held, settled }
}

function sortedIds(accounts: ReadonlyMap<number, unknown>): Float64Array {
  return Float64Array.from(accounts.keys()).toSorted()
}
