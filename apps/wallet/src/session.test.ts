// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { beginSession, endSession, loseSession } from '#session.ts'

let member: number

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () =>
    Response.json({ type: 'ok', message: { id: member, account_number: '', extension_code: '' } }),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function begin(id: number): Promise<void> {
  member = id
  await beginSession(`session of ${id}`)
}

const type = () => sessionStorage.setItem('identity', '{"name":"Ann"}')
const kept = () => sessionStorage.getItem('identity') !== null

test('what was typed outlives a session that ended, for whoever typed it and for nobody else', async () => {
  await begin(1)
  type()
  loseSession('ended')
  await begin(1)
  expect(kept()).toBe(true)
  loseSession('ended')
  await begin(2)
  expect(kept()).toBe(false)
  type()
  await begin(1)
  expect(kept()).toBe(false)
})

test('who logs out leaves nothing typed behind', async () => {
  await begin(1)
  type()
  await endSession()
  expect(kept()).toBe(false)
})
