import { useText, type TextKey } from '#i18n/text.ts'
import type { WalletName } from '#wallets/balances.ts'

/** The four accounts as members read them. */
export const walletTexts: readonly { value: WalletName; name: TextKey; what: TextKey }[] = [
  { value: 'change', name: 'wallet.spot', what: 'wallet.spotWhat' },
  { value: 'legal', name: 'wallet.p2p', what: 'wallet.p2pWhat' },
  { value: 'lever', name: 'wallet.earn', what: 'wallet.earnWhat' },
  { value: 'micro', name: 'wallet.rewards', what: 'wallet.rewardsWhat' },
]

export function useWalletName(): (wallet: WalletName) => string {
  const t = useText()
  return (wallet) => {
    const found = walletTexts.find(({ value }) => value === wallet)
    return found ? t(found.name) : wallet
  }
}

export function isWalletName(text: string | undefined): text is WalletName {
  return walletTexts.some(({ value }) => value === text)
}
