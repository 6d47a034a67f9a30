import { createHash, generateKeyPairSync, verify } from 'node:crypto'

import { expect, test } from 'vitest'

import { areDeviceKeys, encryptPush } from './encrypt.ts'
import { housePushKeys, vapidHeader } from './vapid.ts'

const read = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as the example of RFC 8291 says', () => {
  const device = {
    p256dh: read(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: read('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), device, {
    privateKey: read('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: read('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(areDeviceKeys(device)).toBe(true)
  expect(areDeviceKeys({ ...device, auth: Buffer.alloc(15) })).toBe(false)
  expect(areDeviceKeys({ ...device, p256dh: Buffer.alloc(65, 4) })).toBe(false)
})

test('what a push service is told of the house is signed by the key that browsers were given', () => {
  const keys = housePushKeys(createHash('sha256').update('a secret').digest())
  expect(housePushKeys(createHash('sha256').update('a secret').digest()).publicKey).toBe(
    keys.publicKey,
  )
  const now = new Date('2026-03-01T12:00:00.000Z')
  const header = vapidHeader(keys, { origin: 'https://push.test', contact: 'mailto:a@b.test', now })
  const [, token = '', shown] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(shown).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(read(claims).toString())).toEqual({
    aud: 'https://push.test',
    exp: now.getTime() / 1000 + 43_200,
    sub: 'mailto:a@b.test',
  })
  const isSigned = (key: Parameters<typeof verify>[2]) =>
    verify('sha256', Buffer.from(`${head}.${claims}`), key, read(signature))
  expect(isSigned({ key: keys.verifyingKey, dsaEncoding: 'ieee-p1363' })).toBe(true)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  expect(isSigned({ key: other, dsaEncoding: 'ieee-p1363' })).toBe(false)
})
