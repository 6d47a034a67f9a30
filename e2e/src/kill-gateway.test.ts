import { depositOnline, listOnlineDeposits } from '@btbc/contract/gateway.ts'
import { openDatabase, type Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

import { balanceOf, call, logIn, ok } from '#api.ts'
import { runAudit } from '#commands.ts'
import { postgresOf } from '#database.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * kill -9 after the provider has booked a payment and before the house has: the event is on its way,
 * or taken and not committed, or committed and not acknowledged. It is credited once in the end.
 */

const KILLS = 5
const PATIENTLY = { timeout: 120_000, interval: 200 }

let dataDirectory = ''
let product: Product | undefined

afterEach(async () => {
  await product?.end('SIGKILL')
  removeDataDirectory(dataDirectory)
})

test('a payment is credited once whenever the house is killed around its booking', async () => {
  dataDirectory = makeDataDirectory()
  product = await startProduct(dataDirectory)
  const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  let paid = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const page = ok(
      await call(product.url, depositOnline, { amount: String(100 + kill) }, { token }),
    )
    paid += 100 + kill
    if (kill === 0) await killInTheTransaction(product, page)
    else {
      await pay(page)
      // From before the event has left to after it was booked.
      await new Promise((resolve) => setTimeout(resolve, (kill - 1) * 15))
      await product.end('SIGKILL')
    }
    product = await startProduct(dataDirectory)
    await untilCredited(product.url, token, paid)
  }
  expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
  const { list } = ok(await call(product.url, listOnlineDeposits, { status: -1 }, { token }))
  expect(list.map(({ state }) => state)).toEqual(Array.from({ length: KILLS }, () => 'done'))
  expect(await inP2p(product.url, token)).toBe(`${paid}.00000000`)
})

/** Holds the order's row, so that the event waits inside its transaction, and kills the house there. */
async function killInTheTransaction(house: Product, page: string): Promise<void> {
  const db = openDatabase(postgresOf(dataDirectory).url)
  let isKilled = false
  const order = new URL(page).searchParams.get('order') ?? ''
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`select 1 from gateway_order where order_no = ${order} for update`.execute(tx)
      await pay(page)
      await untilSomebodyWaits(tx)
      await house.end('SIGKILL')
      isKilled = true
    })
    // The database goes down with the house, and with it this transaction.
    .catch((error: unknown) => {
      if (!isKilled) throw error
    })
  await db.destroy().catch(() => undefined)
}

async function untilSomebodyWaits(tx: Tx): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and pid <> pg_backend_pid()`.execute(tx)
    return rows.length
  }
  await expect.poll(waiting, PATIENTLY).toBeGreaterThan(0)
}

async function pay(page: string): Promise<void> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('way', 'pay')
  const answer = await fetch(new URL('/checkout', page), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

async function untilCredited(url: string, token: string, coins: number): Promise<void> {
  // Were it credited twice, the next ones would never come to their sum.
  await expect.poll(() => inP2p(url, token), PATIENTLY).toBe(`${coins}.00000000`)
}

async function inP2p(url: string, token: string): Promise<string> {
  return await balanceOf(url, token, { wallet: 'legal', coin: 'USDT' })
}
