import { type Batch, touch } from './batch.ts'
import type { EngineOrder } from './engine-order.ts'
import { toOpenOrder } from './market-state.ts'
import type { OrderIndex } from './order-index.ts'

/** As if this batch had never been matched; those matched after it are taken back before it. */
export function rollBack(orderIndex: OrderIndex, batch: Batch): void {
  touchUnderWay(orderIndex, batch)
  const { touched, markets, marks } = batch
  const added: EngineOrder[] = []
  for (const [order, { before }] of touched) {
    if (before) Object.assign(order, before)
    else added.push(order)
  }
  let ended = 0
  for (const [state, { book, matched, endedCount }] of marks) {
    const changed = [...touched.keys()].filter(({ market }) => market.id === state.market.id)
    const wereOpen = changed.filter((order) => touched.get(order)?.before !== undefined)
    const ids = changed.map(({ id }) => id)
    state.book.rollBack(book, ids, wereOpen.map(toOpenOrder))
    Object.assign(state, { matched, endedCount })
    ended += markets.get(state)?.ended.length ?? 0
  }
  orderIndex.rollBack(added, ended)
}

/** A command that failed half way has changed orders in the book which it had yet to change here. */
function touchUnderWay(orderIndex: OrderIndex, batch: Batch): void {
  const events = batch.underWay?.book.events
  for (let row = 0; row < (events?.count ?? 0); row += 1) {
    const ids = [events?.orderId(row), events?.kind(row) === 'trade' ? events.makerId(row) : 0]
    for (const id of ids) {
      const order = id && orderIndex.find(id)
      if (order) touch(batch, order)
    }
  }
  batch.underWay = undefined
}
