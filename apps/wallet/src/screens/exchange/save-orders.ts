import { listEndedOrders, listOpenBuys, listOpenSells } from '@btbc/contract/exchange.ts'

import { send } from '#api/call.ts'
import { saveFile } from '#files/save-file.ts'
import type { Order } from '#screens/exchange/order.ts'
import { ordersCsv } from '#screens/exchange/orders-csv.ts'

const PAGE_LIMIT = 200
/** Where a file ends that nobody will read. */
const PAGES_MAX = 500

/** Every order of the member, open and ended, as a file of the browser. */
export async function saveOrders(): Promise<void> {
  const lists = await Promise.all(
    ([listOpenBuys, listOpenSells, listEndedOrders] as const).map((call) => readAll(call)),
  )
  // An order that ended while the lists were read is in two of them: once, as it ended.
  const orders = [...new Map(lists.flat().map((order) => [order.id, order])).values()]
  saveFile('btbc-test-orders.csv', ordersCsv(orders.toSorted((a, b) => b.id - a.id)))
}

async function readAll(
  call: typeof listOpenBuys | typeof listOpenSells | typeof listEndedOrders,
): Promise<Order[]> {
  const orders: Order[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { list, total } = await send(call, { page, limit: PAGE_LIMIT })
    orders.push(...list)
    if (list.length === 0 || orders.length >= total) break
  }
  return orders
}
