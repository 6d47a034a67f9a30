import { createTestDatabase, type TestDatabase } from '@btbc/database/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { fundMembers } from '#app.ts'
import { auditHouse } from '#audited.ts'
import { openMarket } from '#deals.ts'
import { houseOf, loadHouse } from '#growth-house.ts'
import { botsOf, loadOrders } from '#growth-orders.ts'
import { openSessions } from '#members.ts'
import { fundTraders } from '#order-flow.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

test('nothing is stopped in the books of traders', async () => {
  await openSessions(database.db, { count: 20 })
  await fundTraders(database.db, 20)
  expect(await auditHouse(database.db)).toEqual([])
})

test('nothing is stopped in the books of members who start', async () => {
  await openSessions(database.db, { count: 20, childrenEach: 10 })
  await fundMembers(database.db, 20)
  expect(await auditHouse(database.db)).toEqual([])
})

test('nothing is stopped in the books of sellers', async () => {
  await openSessions(database.db, { count: 50_020 })
  await openMarket(database.db, { offers: 100, deals: 100, sellers: 5 })
  expect(await auditHouse(database.db)).toEqual([])
})

test('nothing is stopped in the books of a house of many', async () => {
  const house = houseOf(400, 2)
  await loadHouse(database.url, house)
  await loadOrders(database.url, botsOf(house.members), house.loadedAt)
  expect(await auditHouse(database.db)).toEqual([])
})
