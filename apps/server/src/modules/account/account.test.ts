import { readProfile, setLanguage } from '@btbc/contract/account.ts'
import { listCountries } from '@btbc/contract/news.ts'
import { requestCode } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer } from '#testing/server.ts'

import { displayName } from './account.ts'

test('others see a member only masked', () => {
  const nobody = { mail: null, mobile: null, account_number: '123456789' }
  expect(displayName({ ...nobody, mail: 'alice@btbc.test' })).toBe('a***e@btbc.test')
  expect(displayName({ ...nobody, mail: 'a@btbc.test' })).toBe('a***@btbc.test')
  expect(displayName({ ...nobody, mail: 'ab@btbc.test' })).toBe('a***b@btbc.test')
  expect(displayName({ ...nobody, mail: '𠮷ab𠮷@btbc.test' })).toBe('𠮷***𠮷@btbc.test')
  expect(displayName({ ...nobody, mail: '𠮷@btbc.test' })).toBe('𠮷***@btbc.test')
  expect(displayName({ ...nobody, mobile: '+8613800138000' })).toBe('+86***8000')
  expect(displayName(nobody)).toBe('123***6789')
})

test('a member chooses the language of their messages', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@btbc.test')
  ok(await server.call(setLanguage, { lang: 'spa' }, { as: ann }))
  expect(ok(await server.call(readProfile, {}, { as: ann })).lang).toBe('spa')
  ok(await server.call(requestCode, { user_string: 'ann@btbc.test', type: 'forget' }))
  const { subject } = await server.db
    .selectFrom('outbox')
    .select('subject')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(subject).toBe('[TEST] Tu código para restablecer la contraseña')
  const unknown = await server.call(setLanguage, { lang: 'xx' as never }, { as: ann })
  expect(refusal(unknown)).toBe('invalid_request')
})

test('countries are listed by name with the dial code, and the rows of the seeds agree', async () => {
  const server = await startTestServer()
  const english = ok(await server.call(listCountries))
  expect(english.length).toBeGreaterThan(200)
  expect(english.find((each) => each.id === 86)).toMatchObject({ iso: 'US', area_code: '1' })
  expect(english.find((each) => each.id === 1)).toMatchObject({ iso: 'CN', area_code: '86' })
  expect(new Set(english.map((each) => each.id)).size).toBe(english.length)
  const meant = english.filter(({ main }) => main)
  expect(meant.length).toBe(new Set(english.map((each) => each.area_code)).size)
  expect(meant.find((each) => each.area_code === '358')?.iso).toBe('FI')
  const names = english.map((each) => each.name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  const japanese = ok(await server.call(listCountries, { lang: 'jp' }))
  expect(japanese.find((each) => each.iso === 'JP')?.name).toBe('日本')
})
