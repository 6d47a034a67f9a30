import { requestWithdrawal, requestWithdrawalBySymbol } from '@btbc/contract/withdrawal.ts'
import { addAddress, listAddresses, removeAddress } from '@btbc/contract/saved-address.ts'
import { expect, test } from 'vitest'

import { ok, refusal } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { listOf, out, OUTSIDE, start } from '#testing/withdrawals.ts'

test('an address saved a day ago is used at once; saving it is confirmed, named and undone', async () => {
  const { server, ada } = await start()
  const address = OUTSIDE.toLowerCase()
  const without = await server.call(addAddress, { address, name: 'Cold' }, { as: ada })
  expect(refusal(without)).toBe('step_up_required')
  const proof = await stepUp(server, ada, 'address_add', { address })
  const saved = ok(await server.call(addAddress, { address, name: 'Cold', proof }, { as: ada }))
  const again = await server.call(addAddress, { address: OUTSIDE, name: 'Two' }, { as: ada })
  expect(refusal(again)).toBe('saved_address_exists')
  const book = async () => ok(await server.call(listAddresses, {}, { as: ada }))
  expect(await book()).toMatchObject([{ name: 'Cold', address: OUTSIDE, is_usable: false }])

  await server.pass({ hours: 24 })
  expect(await book()).toMatchObject([{ is_usable: true }])
  expect(ok(await out(server, ada))).toMatchObject({ state: 'approved', next: { who: 'server' } })

  const bob = await server.join('bob@example.test')
  const foreign = await server.call(removeAddress, { id: saved.id }, { as: bob })
  expect(refusal(foreign)).toBe('saved_address_not_found')
  ok(await server.call(removeAddress, { id: saved.id }, { as: ada }))
  expect(await book()).toEqual([])
  expect(ok(await out(server, ada, { number: '50' }))).toMatchObject({ state: 'pending' })
})

const badAddresses = [
  ['withdrawal_address_space', ` ${OUTSIDE}`],
  ['withdrawal_address_space', `${OUTSIDE.slice(0, 10)} ${OUTSIDE.slice(10)}`],
  ['withdrawal_address_space', 'a b'],
  ['withdrawal_address_required', ''],
  ['withdrawal_address_invalid', OUTSIDE.slice(0, -1)],
  ['withdrawal_address_invalid', `${OUTSIDE}0`],
  ['withdrawal_address_invalid', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['withdrawal_address_invalid', '🪙'],
  ['withdrawal_address_checksum', OUTSIDE.replace('C5', 'c5')],
  ['withdrawal_address_zero', `0x${'0'.repeat(40)}`],
] as const

test('spaces, another network, wrong capitals and the zero address are refused by name', async () => {
  const { server, ada } = await start()
  for (const [code, address] of badAddresses) {
    const request = { currency: 3, address, number: '100' }
    const answer = await server.call(requestWithdrawal, request, { as: ada })
    expect(refusal(answer), address).toBe(code)
    if (code === 'withdrawal_address_space') {
      expect(answer.message).toBe('No space for withdrawal address')
    }
    const query = { type: 'USDT', address, amount: '100' }
    const older = await server.call(requestWithdrawalBySymbol, query, { as: ada, method: 'GET' })
    expect(refusal(older), address).toBe(code)
  }
})

test('an address in one case is taken, and written with the letters that prove it', async () => {
  const { server, ada } = await start()
  const upper = `0x${OUTSIDE.slice(2).toUpperCase()}`
  ok(await out(server, ada, { address: OUTSIDE.toLowerCase() }))
  ok(await out(server, ada, { address: upper, number: '20' }))
  expect((await listOf(server, ada)).map(({ address }) => address)).toEqual([OUTSIDE, OUTSIDE])
})
