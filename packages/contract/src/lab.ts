/**
 * The lab: one crowd with one promise in two houses, day by day. The scheme pays incomes from whatever has
 * come in; the house sells a lock only when its whole income can be set aside beforehand. Amounts are
 * units of USDT, every rounding is down, and the same terms always give the same days.
 */

import { type LockIncome, lockIncome } from '#lock-income.ts'

const BPS = 10_000

export type LabTerms = {
  /** Who is there on the first day. */
  starters: number
  /** How many each member brings in a day while nobody has joined yet, in hundredths of a percent. */
  growthBps: number
  /** How many people there are in all: the more of them have joined, the fewer are left to be brought. */
  people: number
  /** How many of those who join lock, in hundredths of a percent. */
  lockBps: number
  /** How many take their money out at the end of a lock; all others lock the same again. */
  leaveBps: number
  /** Of each lock. */
  amount: bigint
  /** Of a lock, and what it brings a day of its amount. */
  days: number
  dayBps: number
  /** What whoever brought somebody gets of their first lock, at once. */
  inviteBps: number
  /** What is there before anybody joins. */
  reserve: bigint
  /** How many days are looked at. */
  horizon: number
}

export type LabDay = {
  members: number
  /** Locks that run. */
  running: number
  /** What is there, and what has been promised and is not paid: amounts and incomes to come. */
  there: bigint
  due: bigint
}

export type Course = {
  days: LabDay[]
  /** Incomes and shares of inviters, in all. */
  paid: bigint
}
/** When what was due on a day was more than was there, and what then is missing to how many. */
export type Failure = { day: number; unpaid: bigint; members: number }
export type Scheme = Course & { failure: Failure | undefined }
/** Locks that were sold and refused, and what is left of the reserve. */
export type House = Course & { sold: number; refused: number; pool: bigint }

export function runLab(terms: LabTerms): { scheme: Scheme; house: House } {
  const joining = joiningOf(terms)
  return { scheme: runScheme(terms, joining), house: runHouse(terms, joining) }
}

type Joining = { members: number; lockers: number }

/** The logistic curve in whole people: a day's fraction of somebody is carried to the next. */
function joiningOf({ starters, growthBps, people, lockBps, horizon }: LabTerms): Joining[] {
  const all = BigInt(people)
  const joining: Joining[] = []
  let members = 0n
  let lockers = 0n
  let carried = 0n
  const share = BigInt(BPS) * all
  for (let day = 0; day <= horizon; day += 1) {
    carried += day === 0 ? 0n : members * BigInt(growthBps) * (all - members)
    const brought = day === 0 ? BigInt(Math.min(starters, people)) : carried / share
    carried %= share
    members += brought
    const locking = (members * BigInt(lockBps)) / BigInt(BPS)
    joining.push({ members: Number(members), lockers: Number(locking - lockers) })
    lockers = locking
  }
  return joining
}

type Batch = { count: number; daysLeft: number }

/** A day passes for locks that run: those that end are answered, and no longer among them. */
function endDay(running: Batch[]): number {
  for (const batch of running) batch.daysLeft -= 1
  return running[0]?.daysLeft === 0 ? (running.shift()?.count ?? 0) : 0
}

const countOf = (running: readonly Batch[]) => running.reduce((sum, { count }) => sum + count, 0)

function dueOf(running: readonly Batch[], amount: bigint, income: LockIncome): bigint {
  const each = ({ count, daysLeft }: Batch) =>
    BigInt(count) * (amount + BigInt(daysLeft) * income.day)
  return running.reduce((sum, batch) => sum + each(batch), 0n)
}

const leaversOf = (ended: number, leaveBps: number) => Math.floor((ended * leaveBps) / BPS)

function runScheme(terms: LabTerms, joining: readonly Joining[]): Scheme {
  const { amount, days: term, inviteBps, leaveBps } = terms
  const income = lockIncome(amount, terms)
  const share = (amount * BigInt(inviteBps)) / BigInt(BPS)
  const running: Batch[] = []
  const days: LabDay[] = []
  let cash = terms.reserve
  let paid = 0n
  for (const [day, { members, lockers }] of joining.entries()) {
    // Whoever comes today pays those who are due today: that is the scheme.
    cash += BigInt(lockers) * amount
    const earned = BigInt(countOf(running)) * income.day + BigInt(lockers) * share
    const ended = endDay(running)
    const leavers = leaversOf(ended, leaveBps)
    const owed = earned + BigInt(leavers) * amount
    if (owed > cash) {
      const stuck = countOf(running) + ended + lockers
      const kept = BigInt(stuck - leavers) * amount
      const failure = { day, unpaid: owed + kept - cash, members: stuck }
      return { days, paid, failure }
    }
    cash -= owed
    paid += earned
    running.push({ count: ended - leavers + lockers, daysLeft: term })
    const due = dueOf(running, amount, income)
    days.push({ members, running: countOf(running), there: cash, due })
  }
  return { days, paid, failure: undefined }
}

function runHouse(terms: LabTerms, joining: readonly Joining[]): House {
  const { amount, days: term, inviteBps, leaveBps } = terms
  const income = lockIncome(amount, terms)
  const share = (amount * BigInt(inviteBps)) / BigInt(BPS)
  const running: Batch[] = []
  const days: LabDay[] = []
  let pool = terms.reserve
  let setAside = 0n
  let paid = 0n
  let sold = 0
  let refused = 0
  /** As many as the pool covers with all they are promised. */
  const sell = (asked: number, each: bigint) => {
    const covered = each === 0n ? BigInt(asked) : pool / each
    const count = covered < BigInt(asked) ? Number(covered) : asked
    pool -= BigInt(count) * each
    setAside += BigInt(count) * income.plan
    sold += count
    refused += asked - count
    return count
  }
  for (const { members, lockers } of joining) {
    const earned = BigInt(countOf(running)) * income.day
    setAside -= earned
    const ended = endDay(running)
    const again = sell(ended - leaversOf(ended, leaveBps), income.plan)
    const first = sell(lockers, income.plan + share)
    paid += earned + BigInt(first) * share
    running.push({ count: again + first, daysLeft: term })
    const held = BigInt(countOf(running)) * amount
    const there = pool + setAside + held
    days.push({ members, running: countOf(running), there, due: held + setAside })
  }
  return { days, paid, sold, refused, pool }
}
