import { expect, test } from 'vitest'

import { Environment, readConfig } from '#config.ts'

test('a variable that is empty is one that is not set', () => {
  const plain = readConfig({})
  expect(plain).toMatchObject({ port: 3000, metricsPort: undefined })
  for (const name of Object.keys(Environment.shape)) {
    expect(readConfig({ [name]: '' }), name).toEqual(plain)
  }
})

test('mail says in the name of its sender that it is a test, or the server does not start', () => {
  expect(readConfig({}).mailFrom).toContain('TEST')
  const sender = (name: string) => readConfig({ MAIL_FROM: `${name} <no-reply@btbc.test>` })
  expect(sender('TEST of BTBC').mailFrom).toBe('TEST of BTBC <no-reply@btbc.test>')
  for (const name of ['BTBC', 'BTBC (test)']) {
    expect(() => sender(name)).toThrow('MAIL_FROM must carry the word TEST')
  }
})
