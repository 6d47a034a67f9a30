import { readDraft } from '@btbc/ui/draft.ts'
import { expect, test } from 'vitest'

import { noRegistration, registerRequest, stepOf } from '#screens/register/registration.ts'

const passwords = { password: 'copper-kettle-42', repeated: 'copper-kettle-42' }
const filled = {
  ...noRegistration,
  step: 2,
  mail: ' ada@example.test ',
  code: '123456',
  nonce: 'n1',
  picture: 'p1',
  letters: 'AB2CD',
  area_code: '1',
  area_code_id: 86,
  mobile: '2025550123',
  agreed: true,
  invite: 'ABCD2345',
}

test('a half-made registration comes back after a reload, on its step', () => {
  expect(readDraft(JSON.stringify(filled), noRegistration)).toEqual(filled)
})

test('nothing that is kept has room for a password', () => {
  expect(Object.keys(noRegistration).filter((name) => /password|repeat/i.test(name))).toEqual([])
})

test('a sent code proves the address', () => {
  expect(registerRequest(filled, passwords, 1)).toEqual({
    type: 'email',
    email: 'ada@example.test',
    user_string: 'ada@example.test',
    mobile: '2025550123',
    area_code: '1',
    area_code_id: 86,
    code: '123456',
    nonce: 'n1',
    password: 'copper-kettle-42',
    re_password: 'copper-kettle-42',
    extension_code: 'ABCD2345',
    agreed: true,
    terms_version: 1,
  })
})

test('a read picture takes the place of the code', () => {
  const request = registerRequest({ ...filled, byPicture: true }, passwords, undefined)
  expect(request).toMatchObject({ captcha_t: 'p1', vercode: 'AB2CD' })
  expect(request).not.toHaveProperty('code')
  expect(request).not.toHaveProperty('nonce')
  expect(request).not.toHaveProperty('terms_version')
})

test('a refusal leads back to the step its field stands on', () => {
  expect([stepOf('mail'), stepOf('letters'), stepOf('area_code')]).toEqual([1, 1, 1])
  expect([stepOf('password'), stepOf('repeated'), stepOf('form')]).toEqual([2, 2, 2])
})
