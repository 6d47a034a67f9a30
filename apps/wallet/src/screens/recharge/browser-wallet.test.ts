import { expect, test } from 'vitest'

import { OtherChain, sendFrom, type Provider } from '#screens/recharge/browser-wallet.ts'

/** A wallet as the standard describes it, on a chain of its own choice. */
function walletOn(chainId: number, switches: boolean) {
  const asked: string[] = []
  let chain = chainId
  const provider: Provider = {
    async request({ method, params }) {
      asked.push(method)
      if (method === 'eth_requestAccounts') return ['0x1']
      if (method === 'eth_chainId') return `0x${chain.toString(16)}`
      if (method === 'wallet_switchEthereumChain') {
        if (!switches) throw new Error('4902')
        const [wanted] = params as readonly [{ chainId: string }]
        chain = Number(wanted.chainId)
        return null
      }
      return '0xhash'
    },
  }
  return { asked, wallet: { id: 'a', name: 'A', provider } }
}

const call = { to: '0x2', value: '0x1', data: '0x' }

test('a wallet on the test network pays at once', async () => {
  const { asked, wallet } = walletOn(31337, false)
  expect(await sendFrom(wallet, 31337, call)).toBe('0xhash')
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_sendTransaction'])
})

test('a wallet elsewhere is asked to come over, and pays only once it has', async () => {
  const { asked, wallet } = walletOn(1, true)
  expect(await sendFrom(wallet, 31337, call)).toBe('0xhash')
  expect(asked.at(-1)).toBe('eth_sendTransaction')
})

test('a wallet that stays on another network is never asked to pay', async () => {
  const { asked, wallet } = walletOn(1, false)
  await expect(sendFrom(wallet, 31337, call)).rejects.toThrow(OtherChain)
  expect(asked).not.toContain('eth_sendTransaction')
})
