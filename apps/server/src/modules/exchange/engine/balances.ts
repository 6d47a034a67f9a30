import { accountId, houseAccount, memberAccountId } from '@btbc/ledger/account.ts'
import type { Net } from '@btbc/ledger/post-net.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** What a batch changes in each account, and what its members have available meanwhile. */

export type TouchedAccount = {
  id: number
  memberId: number
  currency: CurrencyId
  /** Before the batch; 0 if it was not looked at. */
  available: bigint
  availableChange: bigint
  heldChange: bigint
}

type HouseSums = { fee: bigint; dust: bigint }

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

/** `available` of the accounts that were looked at. */
export function openBalances(available: ReadonlyMap<number, bigint>): Balances {
  const accounts = new Map<number, TouchedAccount>()
  const house = new Map<CurrencyId, HouseSums>()
  const add = (id: number, memberId: number, currency: CurrencyId): TouchedAccount => {
    const account = {
      id,
      memberId,
      currency,
      available: available.get(id) ?? 0n,
      availableChange: 0n,
      heldChange: 0n,
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
      if (!sums) house.set(currency, (sums = { fee: 0n, dust: 0n }))
      sums.fee += BigInt(fee - dust)
      if (dust !== 0) sums.dust += BigInt(dust)
    },
    touched: () => accounts.values(),
    nets: () => netsOf(accounts, house),
  }
}

/**
 * Adds to an account; `held` changes with the hold of the order. What one order comes to is a safe
 * number, what an account comes to need not be.
 */
export function change(account: TouchedAccount, available: number, held: number): void {
  if (!Number.isSafeInteger(available) || !Number.isSafeInteger(held)) {
    throw new RangeError(`A change of account ${account.id} is not exact`)
  }
  if (available !== 0) account.availableChange += BigInt(available)
  if (held !== 0) account.heldChange += BigInt(held)
}

function netsOf(
  touched: ReadonlyMap<number, TouchedAccount>,
  house: ReadonlyMap<CurrencyId, HouseSums>,
): { held: Net; settled: Net } {
  const held: Net = { accounts: [], available: [], held: [] }
  const settled: Net = { accounts: [], available: [], held: [] }
  const taken = new Map<number, bigint>()
  const add = (net: Net, id: number, available: bigint, heldChange: bigint) => {
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
    const amount = taken.get(id) ?? 0n
    if (amount > 0n) add(settled, id, amount, 0n)
  }
  for (const id of sortedIds(touched)) {
    const { availableChange = 0n, heldChange = 0n } = touched.get(id) ?? {}
    if (availableChange + heldChange !== 0n) add(settled, id, availableChange, heldChange)
    else if (heldChange !== 0n) add(held, id, availableChange, heldChange)
  }
  return { held, settled }
}

function sortedIds(accounts: ReadonlyMap<number, unknown>): Float64Array {
  return Float64Array.from(accounts.keys()).toSorted()
}
