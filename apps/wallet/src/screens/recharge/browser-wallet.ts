import { useEffect, useState } from 'react'

import { hex } from '#screens/recharge/payment-request.ts'

/** Wallets in the browser, as they announce themselves (EIP-6963) and as they are asked (EIP-1193). */

export type Provider = {
  request: (asked: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

export type BrowserWallet = { id: string; name: string; provider: Provider }

type Announcement = CustomEvent<{ info: { uuid: string; name: string }; provider: Provider }>

declare global {
  // The older way: one wallet for the whole page.
  interface Window {
    ethereum?: Provider
  }
}

/** The wallets there are; they may announce themselves late. */
export function useBrowserWallets(): readonly BrowserWallet[] {
  const [announced, setAnnounced] = useState<readonly BrowserWallet[]>([])
  useEffect(() => {
    const note = (event: Event) => {
      const { info, provider } = (event as Announcement).detail
      const wallet = { id: info.uuid, name: info.name, provider }
      setAnnounced((known) =>
        known.some(({ id }) => id === wallet.id) ? known : [...known, wallet],
      )
    }
    window.addEventListener('eip6963:announceProvider', note)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return () => window.removeEventListener('eip6963:announceProvider', note)
  }, [])
  if (announced.length > 0 || !window.ethereum) return announced
  return [{ id: 'ethereum', name: 'Wallet', provider: window.ethereum }]
}

/** The wallet is on another network and stayed there. */
export class OtherChain extends Error {
  readonly chainId: number

  constructor(chainId: number) {
    super(`chain ${chainId}`)
    this.name = 'OtherChain'
    this.chainId = chainId
  }
}

/** Sends one transaction from the wallet's first account, on this chain and on no other. */
export async function sendFrom(
  { provider }: BrowserWallet,
  chainId: number,
  call: { to: string; value: string; data: string },
): Promise<string> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const [from] = accounts as readonly string[]
  if (from === undefined) throw new Error('no account')
  if ((await chainOf(provider)) !== chainId) {
    const params = [{ chainId: hex(chainId) }]
    await provider.request({ method: 'wallet_switchEthereumChain', params }).catch(() => undefined)
    const now = await chainOf(provider)
    if (now !== chainId) throw new OtherChain(now)
  }
  const transaction = { from, ...call, chainId: hex(chainId) }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  return String(hash)
}

async function chainOf(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}
