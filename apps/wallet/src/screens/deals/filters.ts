export const sides = ['all', 'buy', 'sell'] as const
export const progress = ['all', 'running', 'finished', 'cancelled'] as const
export type Filters = { side: (typeof sides)[number]; state: (typeof progress)[number] }

/** What the filters are to the call: left out where they leave all in. */
export function askedOf({ side, state }: Filters) {
  return { ...(side !== 'all' && { side }), ...(state !== 'all' && { state }) }
}
