// @vitest-environment jsdom
import { exportDay } from '@btbc/contract/operator/report.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { client } from '#api/call.ts'
import { download } from '#api/download.ts'
import { keepToken, token } from '#session.ts'
import { answerWith, refused } from '#testing/console.tsx'

afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const ask = () => download(exportDay, { day: '2026-03-01' })
const over = () => refused('login_required', 'You need login', 999)

test('a session that has ended ends the page, too, when a file is asked for', async () => {
  const ended = vi.fn<() => void>()
  client.onSessionEnded(ended)
  keepToken('secret')
  answerWith({ [exportDay.path]: over })
  await expect(ask()).rejects.toThrow('You need login')
  expect(ended).toHaveBeenCalledOnce()
  expect(token()).toBeUndefined()
})

test('a file that an old session asked for ends no new one', async () => {
  keepToken('secret')
  answerWith({
    [exportDay.path]: () => {
      keepToken('another')
      return over()
    },
  })
  await expect(ask()).rejects.toThrow('You need login')
  expect(token()).toBe('another')
})
