/** How much a group of accounts looks like one person: docs/sybil.md says it in words. */

/** What was counted among its accounts. */
export type Signals = {
  size: number
  /** So many send money to the receiver that most of them have in common. */
  payee: number
  /** So many are logged in from the network that most of them share, and so many of those by one kind of device. */
  network: number
  device: number
  /** So many joined within the hour in which most did. */
  joined: number
  /** So many began their last run within the ten minutes in which most did. */
  started: number
  /** So many have the same inviter. */
  invited: number
}

const signs = ['payee', 'network', 'device', 'joined', 'started', 'invited'] as const
export type Sign = (typeof signs)[number]
export type Reason = { sign: Sign; count: number; points: number }

const WEIGHTS: Readonly<Record<Sign, number>> = {
  payee: 30,
  network: 20,
  device: 10,
  joined: 20,
  started: 10,
  invited: 10,
}

/** Two of a group have something in common by chance. */
const COUNT_MIN = 3
/** A family, and a flat that is shared. */
const FAMILY_MAX = 4
const FEW_MAX = 9
const CAP_OF_FEW = 60
/** From here on a group is shown to people. */
export const SHOWN_FROM = 45
/** From here on it is marked as high. */
export const HIGH_FROM = 65

/** Each sign gives its weight times the share of the group that has it, rounded down. */
export function scoreOf(signals: Signals): { score: number; reasons: Reason[] } {
  const { size } = signals
  const reasons = signs
    .map((sign) => ({ sign, count: signals[sign] }))
    .filter(({ count }) => count >= COUNT_MIN)
    .map(({ sign, count }) => ({
      sign,
      count,
      points: Math.floor((WEIGHTS[sign] * Math.min(count, size)) / size),
    }))
    .toSorted((a, b) => b.points - a.points)
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return { score: Math.min(sum, capOf(size)), reasons }
}

function capOf(size: number): number {
  if (size <= FAMILY_MAX) return 0
  return size <= FEW_MAX ? CAP_OF_FEW : 100
}
