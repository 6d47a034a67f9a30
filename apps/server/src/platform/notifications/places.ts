import { HOUR_MS } from '../durations.ts'

/**
 * Who sends at once: a channel has so many places, and nobody who is slow holds those of others.
 * Each process counts for itself.
 */

/** While half of the places are free one owner may hold so many, and then one. */
const SHARE = 4
/** What failed before holds a third at the most, so that there is room for what was never tried. */
const AGAIN_SHARE = 3
/** Who holds their share comes again so much later, one after the other. */
const APART_MS = 100
/** As long after a failure, twice as long after two in a row, and so on. */
const DOUBT_MS = 30_000
const DOUBTS_MAX = 7
const LATER_MS_MAX = HOUR_MS
const REMEMBERED_MAX = 10_000

type Owner = {
  held: number
  /** Failures less successes of late, between none and the most. */
  doubts: number
  /** When the next of those who wait comes again, in ms. */
  nextAt: number
}

export type Seat = { owner: string; isAgain: boolean }

export type Places = {
  free(isAgain: boolean): number
  /** Takes a place, or answers when to ask again. */
  take(seat: Seat, now: Date): 'taken' | Date
  /** Gives it back; `wentWell` is undefined when nothing was tried. */
  leave(seat: Seat, wentWell?: boolean): void
}

export function openPlaces(count: number): Places {
  const owners = new Map<string, Owner>()
  let held = 0
  let again = 0

  function ownerOf(name: string): Owner {
    const owner = owners.get(name) ?? { held: 0, doubts: 0, nextAt: 0 }
    // Whoever was heard of last stands last.
    owners.delete(name)
    owners.set(name, owner)
    return owner
  }

  function forget(): void {
    if (owners.size <= REMEMBERED_MAX) return
    for (const [name, owner] of owners) {
      if (owner.held === 0) owners.delete(name)
      if (owners.size <= REMEMBERED_MAX) return
    }
  }

  return {
    free: (isAgain) =>
      Math.min(count - held, isAgain ? Math.ceil(count / AGAIN_SHARE) - again : count),
    take({ owner: name, isAgain }, now) {
      const owner = ownerOf(name)
      const share = owner.doubts === 0 && held * 2 < count ? SHARE : 1
      if (owner.held >= share) {
        const apart = owner.doubts === 0 ? APART_MS : DOUBT_MS * 2 ** (owner.doubts - 1)
        const last = now.getTime() + LATER_MS_MAX
        owner.nextAt = Math.min(Math.max(owner.nextAt, now.getTime()) + apart, last)
        return new Date(owner.nextAt)
      }
      owner.held += 1
      held += 1
      if (isAgain) again += 1
      forget()
      return 'taken'
    },
    leave({ owner: name, isAgain }, wentWell) {
      const owner = ownerOf(name)
      owner.held -= 1
      held -= 1
      if (isAgain) again -= 1
      if (wentWell === true) owner.doubts = Math.max(0, owner.doubts - 1)
      if (wentWell === false) owner.doubts = Math.min(DOUBTS_MAX, owner.doubts + 1)
      if (owner.held === 0 && owner.doubts === 0) owners.delete(name)
    },
  }
}
