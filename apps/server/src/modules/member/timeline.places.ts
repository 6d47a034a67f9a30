/** Where a page of a timeline ended in each of its sources: `notice.812~deposit.4`. */

export type Places = ReadonlyMap<string, string>

const PLACE = /^([a-z_]{1,20})\.(\d{1,18})$/
/** In the books a place is an entry and an account. */
const PLACE_IN_BOOKS = /^(money)\.(\d{1,18}-\d{1,18})$/

/** What somebody made up says nothing. */
export function readPlaces(text: string | undefined): Places {
  const places = new Map<string, string>()
  for (const part of text?.split('~') ?? []) {
    const [, source, place] = PLACE.exec(part) ?? PLACE_IN_BOOKS.exec(part) ?? []
    if (source !== undefined && place !== undefined) places.set(source, place)
  }
  return places
}

export function writePlaces(places: Places): string {
  return [...places].map(([source, place]) => `${source}.${place}`).join('~')
}
