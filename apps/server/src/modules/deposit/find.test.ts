import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { ok, refusal, type TestMember } from '#testing/server.ts'

import { COIN, spot, start, step } from './testing/start.ts'

const { USDT } = currencies

test('find my deposit says what became of a transaction and credits nothing', async () => {
  const { chain, server, alice, address } = await start()
  const bob = await server.join('bob@example.test')
  const find = (as: TestMember, account: string) =>
    server.call(requestCredit, { currency: 3, account }, { as })
  const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
  expect(refusal(await find(alice, hash))).toBe('deposit_not_found')
  await step(server)
  const found = ok(await find(alice, hash.toUpperCase().replace('0X', '0x')))
  expect(found.order_no).toBe(`D${found.id}`)
  expect(refusal(await find(bob, hash))).toBe('deposit_elsewhere')
  expect(refusal(await find(alice, `0x${'1'.repeat(64)}`))).toBe('deposit_not_found')
  expect(refusal(await find(alice, '0x12'))).toBe('hash_invalid')
  expect(refusal(await find(alice, ''))).toBe('hash_invalid')
  const plain = await chain.sendRaw({ to: chain.outside.address, value: 1n })
  expect(refusal(await find(alice, plain))).toBe('deposit_elsewhere')
  expect(await spot(server, alice, USDT.id)).toBe('0.00000000')
})
