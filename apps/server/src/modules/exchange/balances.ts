import { type Account, accountId, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { LockedBalance } from '@btbc/ledger/lock.ts'
import type { Move } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** What a batch changes in each account, and what its members have available meanwhile. */

export type TouchedAccount = {
  id: number
  account: Account
  /** Whether it was looked at before the batch; what follows is 0 if not. */
  isRead: boolean
  available: number
  held: number
  availableChange: number
  heldChange: number
}

export type Balances = {
  /** Of a member's change wallet. */
  of(memberId: number, currency: CurrencyId): TouchedAccount
  /** What the house takes of the trades. */
  takeFee(currency: CurrencyId, fee: number, dust: number): void
  touched(): Iterable<TouchedAccount>
  /** The net of everything, as moves: within accounts, and between them by way of clearing. */
  moves(): { held: Move[]; settled: Move[] }
}

export function changeAccountId(memberId: number, currency: CurrencyId): number {
  return accountId(memberAccount(memberId, 'change', currency))
}

/** The house's accounts that a batch of trades in these currencies may touch. */
export function houseAccountIds(currencies: readonly CurrencyId[]): number[] {
  return currencies.flatMap((currency) =>
    (['fees', 'dust', 'clearing'] as const).map((purpose) =>
      accountId(houseAccount(purpose, currency)),
    ),
  )
}

export function openBalances(locked: readonly LockedBalance[]): Balances {
  const read = new Map(locked.map((each) => [each.id, each]))
  const touched = new Map<number, TouchedAccount>()
  const house = new Map<CurrencyId, { fee: number; dust: number }>()
  return {
    of(memberId, currency) {
      const account = memberAccount(memberId, 'change', currency)
      const id = accountId(account)
      const known = touched.get(id)
      if (known) return known
      const found = read.get(id)
      const fresh = {
        id,
        account,
        isRead: found !== undefined,
        available: found?.available ?? 0,
        held: found?.held ?? 0,
        availableChange: 0,
        heldChange: 0,
      }
      touched.set(id, fresh)
      return fresh
    },
    takeFee(currency, fee, dust) {
      const sums = house.get(currency) ?? { fee: 0, dust: 0 }
      sums.fee += fee - dust
      sums.dust += dust
      house.set(currency, sums)
    },
    touched: () => touched.values(),
    moves: () => netMoves(touched.values(), house),
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

function netMoves(
  touched: Iterable<TouchedAccount>,
  house: ReadonlyMap<CurrencyId, { fee: number; dust: number }>,
): { held: Move[]; settled: Move[] } {
  const held: Move[] = []
  const settled: Move[] = []
  for (const { account, availableChange, heldChange } of touched) {
    const toHeld = Math.min(Math.max(-availableChange, 0), Math.max(heldChange, 0))
    const fromHeld = Math.min(Math.max(availableChange, 0), Math.max(-heldChange, 0))
    if (toHeld > 0)
      held.push({ from: account, to: account, toPart: 'held', amount: BigInt(toHeld) })
    if (fromHeld > 0) {
      held.push({ from: account, fromPart: 'held', to: account, amount: BigInt(fromHeld) })
    }
    const clearing = houseAccount('clearing', account.currency)
    const available = availableChange + toHeld - fromHeld
    const fromOrders = heldChange - toHeld + fromHeld
    if (available < 0) settled.push({ from: account, to: clearing, amount: BigInt(-available) })
    if (fromOrders < 0) {
      settled.push({ from: account, fromPart: 'held', to: clearing, amount: BigInt(-fromOrders) })
    }
    // What one order brings in another of the same member may hold at once.
    if (fromOrders > 0) {
      settled.push({ from: clearing, to: account, toPart: 'held', amount: BigInt(fromOrders) })
    }
    if (available > 0) settled.push({ from: clearing, to: account, amount: BigInt(available) })
  }
  for (const [currency, { fee, dust }] of house) {
    const clearing = houseAccount('clearing', currency)
    if (fee > 0) {
      settled.push({ from: clearing, to: houseAccount('fees', currency), amount: BigInt(fee) })
    }
    if (dust > 0) {
      settled.push({ from: clearing, to: houseAccount('dust', currency), amount: BigInt(dust) })
    }
  }
  return { held, settled }
}
