import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

test('at a public https address a browser never asks without TLS again, elsewhere it may', async () => {
  const header = async (publicUrl: string | undefined) => {
    const server = await startTestServer({ publicUrl })
    const response = await fetch(`${server.url}/api/countries`)
    return response.headers.get('strict-transport-security')
  }
  expect(await header('https://btbc.test')).toBe('max-age=31536000')
  expect(await header('http://btbc.test')).toBeNull()
  expect(await header(undefined)).toBeNull()
})
