import type { Batch } from './batch.ts'
import type { LiveOrder } from './live-order.ts'
import { toOpenOrder } from './market-state.ts'
import type { Shelf } from './shelf.ts'

/** As if this batch had never been matched; those matched after it are taken back before it. */
export function takeBack(shelf: Shelf, { touched, markets, marks }: Batch): void {
  const added: LiveOrder[] = []
  for (const [order, { before }] of touched) {
    if (before) Object.assign(order, before)
    else added.push(order)
  }
  let ended = 0
  for (const [state, mark] of marks) {
    const changed = [...touched.keys()].filter(({ market }) => market.id === state.market.id)
    const wereOpen = changed.filter((order) => touched.get(order)?.before !== undefined)
    const ids = changed.map(({ id }) => id)
    state.book.takeBack(mark, ids, wereOpen.map(toOpenOrder))
    if (changed.length > 0) state.matched -= 1
    const endedHere = markets.get(state)?.ended.length ?? 0
    state.endedCount -= endedHere
    ended += endedHere
  }
  shelf.takeBack(added, ended)
}
