import { expect, test } from 'vitest'

import { paymentCall, paymentUri } from '#screens/recharge/payment-request.ts'

const address = '0xf1D1a3B6821F0022061F705f64f3A42ca68ca425'
const usdt = {
  chain_id: 31337,
  contract: '0xcaE422D059a010333Db45b185942Eb487e0FCEb1',
  decimals: 18,
  address,
}
const bnb = { ...usdt, contract: '' }

test('a request to pay names the chain, and the contract of a token', () => {
  expect(paymentUri(usdt)).toBe(
    `ethereum:0xcaE422D059a010333Db45b185942Eb487e0FCEb1@31337/transfer?address=${address}`,
  )
  expect(paymentUri(bnb)).toBe(`ethereum:${address}@31337`)
})

test('a payment of 1.5 is that many of the chain’s own units', () => {
  expect(paymentCall(bnb, '1.5')).toEqual({ to: address, value: '0x14d1120d7b160000', data: '0x' })
  expect(paymentCall(usdt, '1.5')).toEqual({
    to: usdt.contract,
    value: '0x0',
    data: [
      '0xa9059cbb',
      '000000000000000000000000f1d1a3b6821f0022061f705f64f3a42ca68ca425',
      '00000000000000000000000000000000000000000000000014d1120d7b160000',
    ].join(''),
  })
})
