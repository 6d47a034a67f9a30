import { expect, test } from 'vitest'
import { lockEach, lockNamed, lockWork, tryLockWork, workLocks } from '#locks.ts'
import { createTestDatabase } from '#testing.ts'

test('each work has a lock of its own, which one at a time has until its transaction ends', async () => {
  expect(new Set(Object.values(workLocks)).size).toBe(Object.keys(workLocks).length)
  const { db, drop } = await createTestDatabase()
  const tryIt = (work: 'proof' | 'membersFile') =>
    db.transaction().execute((tx) => tryLockWork(tx, work))
  await db.transaction().execute(async (tx) => {
    await lockWork(tx, 'proof')
    expect(await tryIt('proof')).toBe(false)
    expect(await tryIt('membersFile')).toBe(true)
  })
  expect(await tryIt('proof')).toBe(true)
  await drop()
})

test('of things of a kind those that somebody has are told apart from those that are free', async () => {
  const { db, drop } = await createTestDatabase()
  const look = () =>
    db
      .transaction()
      .execute((tx) => lockEach(tx, { kind: 'answer', names: ['1:b', '1:a'], waits: false }))
  await db.transaction().execute(async (tx) => {
    await lockNamed(tx, 'answer', '1:a')
    expect(await look()).toEqual([true, false])
    await lockNamed(tx, 'setting', '1:b')
    expect(await look()).toEqual([true, false])
  })
  expect(await look()).toEqual([true, true])
  await drop()
})
