// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readKept } from '#forms/draft.ts'
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

/** What the form of somebody who opens it now begins with. */
const readForm = () => readKept('identity', { name: '' }).name
const type = () => sessionStorage.setItem('identity', '{"name":"Ann"}')

test('what was typed outlives a session that ended, for whoever typed it and for nobody else', async () => {
  await begin(1)
  expect(readForm()).toBe('')
  type()
  loseSession('ended')
  await begin(1)
  expect(readForm()).toBe('Ann')
  loseSession('ended')
  await begin(2)
  expect(readForm()).toBe('')
  type()
  await begin(1)
  expect(readForm()).toBe('')
})

test('who logs out leaves nothing typed behind', async () => {
  await begin(1)
  type()
  await endSession()
  expect(sessionStorage.length).toBe(0)
})
