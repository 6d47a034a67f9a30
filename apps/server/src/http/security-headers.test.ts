import { createHash } from 'node:crypto'

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

test('only the document that asks another node may ask elsewhere, and it has no origin of ours', async () => {
  const { url } = await startTestServer()
  const policyAt = async (place: string) => {
    const response = await fetch(url + place, { headers: { 'accept-encoding': 'br' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    return { html: await response.text(), rules: policy.split('; ') }
  }
  const { html, rules } = await policyAt('/another-node.html')
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(rules).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'connect-src https: http://localhost:* http://127.0.0.1:*',
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]),
  )
  const { rules: ofPages } = await policyAt('/proof')
  expect(ofPages).toEqual(expect.arrayContaining(["connect-src 'self'", "frame-ancestors 'none'"]))
})
