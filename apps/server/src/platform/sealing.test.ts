import { createApiKey } from '@btbc/contract/api-key.ts'
import { beginAuthenticator } from '@btbc/contract/security.ts'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'

import { openUploadFiles } from '#modules/upload/files.ts'
import { openOperator } from '#testing/operators.ts'
import { ok, startTestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'
import { fetchPicture, uploaded } from '#testing/upload.ts'

import { unseal } from './sealing.ts'

/** What the secrets of an install are set to here, each all of one byte. */
const secrets = { security: 1, api_keys: 2, operators: 3, uploads: 4 }
/** The keys that follow from them, by the table in which lies what is sealed. */
const keys = {
  idempotency: 'e47b3bf279205bda5be743e617a2755707d610151f92398be845f120d863a7ad',
  totp: '9dc3de1a5daa22ecbfa20c3f7b87ffeacaa6038f3c685c64606c73edf76f1a62',
  api_key: 'afc26127d8dde67d376f261334edadcf386209ae0c6091f1c6e32e592c3c5280',
  operator: 'c2fa38e407a86758c27b2c91de5ff271b658e4517a924eaac56b19751c54b7a4',
  upload: 'ea02b1cf0798b2436320c88170683f676c6110b9db3759ba0ebaae1ab565f1dc',
}

test('what lies sealed is sealed with the keys that it always was', async () => {
  const server = await startTestServer()
  const { db } = server
  for (const [name, byte] of Object.entries(secrets)) {
    const value = Buffer.alloc(48, byte)
    await db.updateTable('secret').set({ value }).where('name', '=', name).execute()
  }
  const ada = await server.join('ada@example.test')
  const open = (key: keyof typeof keys, sealed: Buffer | null) =>
    unseal(Buffer.from(keys[key], 'hex'), sealed ?? Buffer.alloc(0))

  const request = { label: 'bot', scopes: ['read' as const] }
  const made = ok(await server.call(createApiKey, request, { as: ada, key: 'one' }))
  const apiKey = await db.selectFrom('api_key').select('sealed_secret').executeTakeFirstOrThrow()
  expect(open('api_key', apiKey.sealed_secret).toString()).toBe(made.secret)
  const { answer } = await db
    .selectFrom('idempotency')
    .select('answer')
    .where('key', '=', 'one')
    .executeTakeFirstOrThrow()
  const stored = open('idempotency', Buffer.from(answer as string, 'base64')).toString()
  expect(JSON.parse(stored)).toEqual(made)

  const proof = await stepUp(server, ada, 'totp_add', {})
  const begun = ok(await server.call(beginAuthenticator, { proof }, { as: ada }))
  const totp = await db.selectFrom('totp').select('sealed_secret').executeTakeFirstOrThrow()
  expect(open('totp', totp.sealed_secret).toString()).toBe(begun.secret)

  const { secret } = await openOperator(server, {
    mail: 'ann@btbc.test',
    name: 'Ann',
    roles: ['support'],
  })
  const operator = await db.selectFrom('operator').select('sealed_totp').executeTakeFirstOrThrow()
  const opened = open('operator', operator.sealed_totp).toString('hex')
  expect(opened.toUpperCase()).toBe(Secret.fromBase32(secret).hex)

  const id = await uploaded(server, ada)
  const { file, sealed_key } = await db
    .selectFrom('upload')
    .select(['file', 'sealed_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const written = await openUploadFiles(`${server.dataDirectory}/uploads`).read(file)
  const picture = unseal(open('upload', sealed_key), written ?? Buffer.alloc(0))
  const shown = await (await fetchPicture(server, ada, id)).arrayBuffer()
  expect(picture.equals(Buffer.from(shown))).toBe(true)
})

test('what was sealed in one way opens: nonce, tag and ciphertext', () => {
  const sealed = Buffer.from(
    '06060606060606060606060684ff024bcdd0e0cecdc945493387a14ffbc85a182da9956cd0',
    'hex',
  )
  expect(unseal(Buffer.alloc(32, 5), sealed).toString()).toBe('as it was')
})
