import { addPayee, listPayees, payWays, removePayee } from '@btbc/contract/payee.ts'
import { expect, test } from 'vitest'

import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'
import { luhnDigit } from '#platform/luhn.ts'

import { listPayees as payeesOf, getPayee, mask } from './index.ts'

test('a member takes ways of payment, whose details the server makes once and nobody outside would take', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const as = ada
  const add = async (way: string, who = ada) =>
    ok(await server.call(addPayee, { way }, { as: who, key: newKey() }))
  expect(ok(await server.call(listPayees, {}, { as }))).toEqual([])

  const bank = await add('bank')
  expect(bank).toMatchObject({ way: 'bank', bank: 'TEST BANK, do not send money' })
  expect(bank.account).toMatch(/^TEST\d{16}$/)
  expect(bank.holder).toMatch(/^TEST \w+ \w+$/)
  expect(Number(bank.account.at(-1))).not.toBe(luhnDigit(bank.account.slice(4, -1)))
  // Both spellings of the seeds are one way.
  const alipay = await add('ali_pay')
  expect(await add('alipay')).toEqual(alipay)
  expect(alipay).toMatchObject({ way: 'alipay', qr: `TEST-PAYMENT:alipay:${alipay.account}` })
  const wechat = await add('we_chat')
  const theirs = await add('wechat', eve)
  expect(theirs.account).not.toBe(wechat.account)
  const listed = ok(await server.call(listPayees, {}, { as }))
  expect(listed.map(({ way }) => way).toSorted()).toEqual([...payWays].toSorted())
  const inChinese = ok(await server.call(listPayees, {}, { as, language: 'zh' }))
  expect(inChinese.find(({ way }) => way === 'bank')?.bank).toBe('TEST BANK（测试银行），请勿汇款')

  const none = await server.call(addPayee, {}, { as, key: newKey() })
  expect(refusal(none)).toBe('way_required')
  const other = await server.call(addPayee, { way: 'cash' }, { as, key: newKey() })
  expect(refusal(other)).toBe('invalid_request')
  const foreign = await server.call(removePayee, { id: bank.id }, { as: eve, key: newKey() })
  expect(refusal(foreign)).toBe('payee_not_found')
  const typed = await server.call(addPayee, { way: 'bank', account: '6222' } as never, { as })
  expect(refusal(typed)).toBe('unknown_field')

  // Who does not take a way any more still has the details their open deals are paid to.
  ok(await server.call(removePayee, { id: bank.id }, { as, key: newKey() }))
  const again = await server.call(removePayee, { id: bank.id }, { as, key: newKey() })
  expect(refusal(again)).toBe('payee_not_found')
  const { id, ...details } = bank
  await server.db.transaction().execute(async (tx) => {
    expect((await payeesOf(tx, ada.id)).map(({ way }) => way)).not.toContain('bank')
    expect(await getPayee(tx, { memberId: ada.id, id, language: 'en' })).toEqual(details)
    await expect(getPayee(tx, { memberId: eve.id, id, language: 'en' })).rejects.toThrow()
  })
  expect(await add('bank')).toEqual(bank)
})

test('masked, details say that there are some and hide them', () => {
  const [way, account, holder, qr] = [
    'alipay',
    'TEST-1@pay.example',
    'TEST Lin Muster',
    'x',
  ] as const
  const hidden = { way, account: 'TEST•••', holder: 'TEST•••', qr: 'TEST•••' }
  expect(mask({ way, account, holder, qr })).toEqual(hidden)
})
