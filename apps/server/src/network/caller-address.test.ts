import { createHmac } from 'node:crypto'
import { once } from 'node:events'

import { createApiKey } from '@btbc/contract/api-key.ts'
import { listCountries } from '@btbc/contract/news.ts'
import { logIn, requestCode } from '@btbc/contract/session.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { readConfig } from '#config.ts'
import { createAddressOf } from './caller-address.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

type Request = Parameters<ReturnType<typeof createAddressOf>>[0]

const at = (remoteAddress: string, forwarded?: string, host = 'btbc.test'): Request =>
  ({
    socket: { remoteAddress },
    headers: { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
  }) as Request

const behind = (...trustProxy: string[]) =>
  createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy })

test('the caller is whom the last trusted proxy heard, whatever was written before', () => {
  const addressOf = behind('10.0.0.0/8', '2001:db8:1::/48')
  const cases: [peer: string, forwarded: string | undefined, ip: string][] = [
    ['203.0.113.5', undefined, '203.0.113.5'],
    // Nobody believes a stranger.
    ['203.0.113.5', '127.0.0.1', '203.0.113.5'],
    ['10.0.0.1', '203.0.113.5', '203.0.113.5'],
    // Written by the caller in front of what the proxy wrote.
    ['10.0.0.1', '127.0.0.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '198.51.100.77,10.0.0.9,203.0.113.5', '203.0.113.5'],
    // Several proxies, each of which says whom it heard.
    ['10.0.0.1', '198.51.100.77, 203.0.113.5, 10.2.0.1, 10.3.0.1', '203.0.113.5'],
    ['::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['2001:db8:1::7', '2001:DB8:0:0:0::5', '2001:db8::5'],
    // Some proxies write the port.
    ['10.0.0.1', '203.0.113.5:50123', '203.0.113.5'],
    ['10.0.0.1', '[2001:db8::5]:50123', '2001:db8::5'],
    ['10.0.0.1', '[2001:db8::5]', '2001:db8::5'],
    ['10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    // What is no address ends the list: the last that is known stands.
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, <script>', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, ', '10.0.0.1'],
    ['10.0.0.1', '2130706433', '10.0.0.1'],
    ['10.0.0.1', '0x7f.1', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5 203.0.113.6', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    // Only proxies: the first of them.
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
  ]
  for (const [peer, forwarded, ip] of cases) {
    expect(addressOf(at(peer, forwarded)).ip, `${peer} ${forwarded}`).toBe(ip)
  }
})

test('proxies are trusted by word, network or address, and by default not at all', () => {
  const heard = (addressOf: ReturnType<typeof behind>, peer: string) =>
    addressOf(at(peer, '203.0.113.5')).ip === '203.0.113.5'
  expect(heard(behind(), '127.0.0.1')).toBe(false)
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    expect(heard(behind('loopback'), peer), peer).toBe(true)
  }
  expect(heard(behind('loopback'), '10.0.0.1')).toBe(false)
  for (const peer of ['10.1.2.3', '172.31.0.1', '192.168.9.9', 'fd00::1']) {
    expect(heard(behind('uniquelocal'), peer), peer).toBe(true)
  }
  expect(heard(behind('uniquelocal'), '172.32.0.1')).toBe(false)
  expect(heard(behind('linklocal'), 'fe80::1')).toBe(true)
  expect(heard(behind('203.0.113.9', 'loopback'), '203.0.113.9')).toBe(true)
})

test('a /64 of IPv6 is one household however its addresses are written', () => {
  const network = (ip: string) => behind()(at(ip)).network
  expect(network('2001:db8::1')).toBe(network('2001:db8:0:0:ffff:ffff:ffff:ffff'))
  expect(network('2001:db8::1')).not.toBe(network('2001:db8:0:1::1'))
  expect(network('2001:db8:0:1::1')).toBe(network('2001:db8:0:1:2::'))
  expect(network('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(network('203.0.113.5')).not.toBe(network('203.0.113.6'))
  const neighbourhood = (ip: string) => behind()(at(ip)).neighbourhood
  expect(neighbourhood('203.0.113.5')).toBe(neighbourhood('203.0.113.250'))
  expect(neighbourhood('203.0.113.5')).not.toBe(neighbourhood('203.0.114.5'))
  expect(neighbourhood('2001:db8::1')).toBe(network('2001:db8::1'))
})

test('nobody sits at this machine where a proxy or the network is to be expected', () => {
  const here = at('127.0.0.1', undefined, 'localhost:3000')
  expect(behind()(here).local).toBe(true)
  expect(behind()(at('::1', undefined, '[::1]:3000')).local).toBe(true)
  const settings = { host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }
  for (const change of [
    { host: '0.0.0.0' },
    { publicUrl: 'https://btbc.test' },
    { trustProxy: ['loopback'] },
  ]) {
    expect(createAddressOf({ ...settings, ...change })(here).local).toBe(false)
  }
})

test('a start that would take anybody’s word, or have one address for everybody, says what to write', () => {
  for (const TRUST_PROXY of [
    '1',
    'true',
    '2',
    'all',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'proxy.test',
  ]) {
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow(/^TRUST_PROXY.*uniquelocal/)
  }
  expect(readConfig({}).trustProxy).toEqual([])
  expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toEqual([])
  const several = readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' })
  expect(several.trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  const PUBLIC_URL = 'https://btbc.example.test'
  expect(() => readConfig({ PUBLIC_URL })).toThrow(/TRUST_PROXY=loopback/)
  expect(readConfig({ PUBLIC_URL, TRUST_PROXY: 'loopback' }).publicUrl).toBe(PUBLIC_URL)
  expect(readConfig({ PUBLIC_URL, HOST: '0.0.0.0' }).publicUrl).toBe(PUBLIC_URL)
})

test('an address that a caller makes up gets them past no lock, no limit and no list', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const from = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') })
  const ada = await server.join('ada@example.test')
  const wrong = { user_string: ada.mail, password: 'not-it-at-all-1' }
  for (let n = 0; n < 5; n += 1) {
    const headers = from(`198.51.100.${n}`, '203.0.113.200')
    await server.call(logIn, wrong, { headers })
  }
  const locked = await server.call(logIn, wrong, {
    headers: from('198.51.100.9', '203.0.113.200'),
  })
  expect(refusal(locked)).toBe('account_locked')

  const listed = { label: 'bot', scopes: 'read', addresses: '198.51.100.77,2001:DB8:0::77' }
  const proof = await stepUp(server, ada, 'api_key', listed)
  const request = {
    label: 'bot',
    scopes: ['read' as const],
    addresses: listed.addresses.split(','),
  }
  const { key, secret } = ok(await server.call(createApiKey, { ...request, proof }, { as: ada }))
  const text = `timestamp=${server.clock.wallNow().getTime()}`
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const asBot = async (...addresses: string[]) => {
    const headers = { 'x-mbx-apikey': key, ...from(...addresses) }
    const path = `${server.url}/api/v3/account?${text}&signature=${signature}`
    return (await fetch(path, { headers })).status
  }
  expect(await asBot('198.51.100.77')).toBe(200)
  expect(await asBot('2001:db8::77')).toBe(200)
  expect(await asBot('198.51.100.77', '203.0.113.200')).toBe(401)

  const flood = await Promise.all(
    Array.from({ length: 420 }, (_, n) =>
      server.call(listCountries, {}, { headers: from(`127.0.0.${n % 250}`, '203.0.113.9') }),
    ),
  )
  expect(flood.filter(({ type }) => type !== 'ok').length).toBeGreaterThan(0)
})

test('a public address behind a proxy on the same machine knows no caller without a limit', async () => {
  const server = await startTestServer({ publicUrl: 'https://btbc.test', sendsPerHour: 2 })
  const ask = (mail: string) =>
    server.call(requestCode, { user_string: mail, agreed: true, terms_version: 1 })
  for (const mail of ['a@example.test', 'b@example.test']) ok(await ask(mail))
  expect(refusal(await ask('c@example.test'))).toBe('too_many_requests')
})

test('sockets are counted for the same address as calls', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const open = async (forwarded: string) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/live`, {
      headers: { 'x-forwarded-for': forwarded },
    })
    onTestFinished(() => socket.terminate())
    const outcome = await Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(() => 'refused'),
    ])
    return outcome
  }
  const seats = await Promise.all(
    Array.from({ length: 40 }, (_, n) => open(`10.1.1.${n}, 203.0.113.9`)),
  )
  expect(new Set(seats)).toEqual(new Set(['open']))
  expect(await open('198.51.100.1, 203.0.113.9')).toBe('refused')
  expect(await open('203.0.113.9, 203.0.113.10')).toBe('open')
})
