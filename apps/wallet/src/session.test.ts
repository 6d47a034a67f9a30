// @vitest-environment jsdom
import { Unreachable } from '@btbc/client/client.ts'
import { setLanguage } from '@btbc/contract/account.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { errorText } from '#api/query.ts'
import { tellChosenLanguage, tellLanguage } from '#chosen-language.ts'
import { readKept } from '#forms/draft.ts'
import { beginSession, endSession, ensureMember, isLoggedIn, loseSession } from '#session.ts'
import { store, stored } from '#storage.ts'

/** Nobody where the network is lost. */
let member: number | undefined

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () => {
    if (member === undefined) throw new TypeError('network')
    const message = { id: member, account_number: '', extension_code: '' }
    return Response.json({ type: 'ok', message })
  })
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

test('who has logged in is in though it was not heard who that is, which is asked again', async () => {
  await begin(1)
  expect(readForm()).toBe('')
  type()
  loseSession('ended')
  member = undefined
  await beginSession('session of 2')
  expect(isLoggedIn()).toBe(true)
  expect(readForm()).toBe('')
  expect(stored('user_id')).toBeUndefined()
  member = 2
  await ensureMember()
  expect(stored('user_id')).toBe('2')
})

test('what was typed before the member was named is theirs, and nobody else’s who is not named either', async () => {
  member = undefined
  await beginSession('session of 2')
  expect(readForm()).toBe('')
  type()
  expect(readForm()).toBe('Ann')
  member = 2
  await ensureMember()
  expect(readForm()).toBe('Ann')
  loseSession('ended')
  member = undefined
  await beginSession('session of 3')
  expect(readForm()).toBe('')
  type()
  loseSession('ended')
  await beginSession('session of 4')
  expect(readForm()).toBe('')
})

test('only a member is promised that what is sent twice is done once', async () => {
  const words = () => errorText(new Unreachable('offline'), (key) => key)
  expect(words()).toBe('shell.errorUnreached')
  await begin(1)
  expect(words()).toBe('shell.errorOffline')
})

test('a language chosen before logging in reaches the account once, and not again later', async () => {
  const told = vi.fn()
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith(setLanguage.path)) told(init?.body)
    return await answer(url, init)
  })
  store('lang', 'spa')
  await tellLanguage()
  expect(told).not.toHaveBeenCalled()
  await begin(1)
  await tellChosenLanguage()
  expect(told.mock.calls).toEqual([['{"lang":"spa"}']])
  loseSession('ended')
  await begin(1)
  await tellChosenLanguage()
  expect(told).toHaveBeenCalledTimes(1)
  store('lang', 'jp')
  await tellLanguage()
  expect(told.mock.lastCall).toEqual(['{"lang":"jp"}'])
})

test('a browser that forbids storage has the app all the same, until it is closed', async () => {
  const places = ['localStorage', 'sessionStorage'] as const
  const allowed = places.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
  const forbid = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of places)
    Object.defineProperty(globalThis, name, { configurable: true, get: forbid })
  vi.resetModules()
  const session = await import('#session.ts')
  const { areNoticesPutAway, putNoticesAway } = await import('#content/put-away.ts')
  member = 1
  await session.beginSession('session of 1')
  expect(session.isLoggedIn()).toBe(true)
  expect(areNoticesPutAway()).toBe(false)
  putNoticesAway()
  expect(areNoticesPutAway()).toBe(true)
  session.loseSession('ended')
  expect(session.sessionOver()).toBe('ended')
  await session.endSession()
  expect(session.sessionOver()).toBeUndefined()
  for (const [index, name] of places.entries())
    Object.defineProperty(globalThis, name, allowed[index] ?? {})
})
