import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { reload } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import {
  OtherChain,
  sendFrom,
  useBrowserWallets,
  type BrowserWallet,
} from '#screens/recharge/browser-wallet.ts'
import { paymentCall } from '#screens/recharge/payment-request.ts'
import type { CoinInfo } from '#screens/recharge/RechargeScreen.tsx'

/** A deposit from a wallet in this browser, on the test network only; absent when there is none. */
export function PayFromWallet({ info }: { info: CoinInfo }) {
  const t = useText()
  const wallets = useBrowserWallets()
  const [amount, setAmount] = useState('')
  const [chosen, setChosen] = useState<BrowserWallet>()
  if (wallets.length === 0) return null
  const isNothing = (parseAmount(amount) ?? 0n) === 0n
  return (
    <section aria-label={t('recharge.payFrom')} className="card grid gap-3 p-4">
      <p className="font-semibold">{t('recharge.payFrom')}</p>
      <AmountField
        label={t('transfer.amount')}
        value={amount}
        onChange={setAmount}
        unit={info.name}
      />
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          variant="ghost"
          aria-haspopup="dialog"
          disabledReason={isNothing ? t('transfer.enterAmount') : undefined}
          onClick={() => setChosen(wallet)}
        >
          {t('recharge.payWith', { wallet: wallet.name })}
        </Button>
      ))}
      {chosen && (
        <ConfirmPayment
          info={info}
          wallet={chosen}
          amount={amount}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

type ConfirmPaymentProps = {
  info: CoinInfo
  wallet: BrowserWallet
  amount: string
  onClose: () => void
}

function ConfirmPayment({ info, wallet, amount, onClose }: ConfirmPaymentProps) {
  const t = useText()
  const money = useMoney()
  const pay = useMutation({
    mutationFn: () => sendFrom(wallet, info.chain_id, paymentCall(info, amount)),
    onSuccess: () => reload('deposits'),
  })
  const shown = money(amount, info.name)
  const errorText = (error: Error) =>
    error instanceof OtherChain
      ? t('recharge.otherChain', {
          wallet: wallet.name,
          id: error.chainId,
          network: info.network,
          wanted: info.chain_id,
        })
      : t('recharge.walletRefused', { wallet: wallet.name })
  return (
    <MoneySheet
      open
      onOpenChange={onClose}
      title={t('recharge.payFrom')}
      send={pay}
      lines={[
        { label: t('recharge.youSend'), value: shown },
        { label: t('payments.fee'), value: t('recharge.gasByWallet') },
      ]}
      total={{ label: t('recharge.arrives'), value: shown }}
      after={[{ label: t('recharge.onNetwork'), value: info.network }]}
      action={t('recharge.payAction', { amount: shown })}
      onConfirm={() => pay.mutate()}
      // A wallet may never answer; what it paid is found on the chain.
      mayLeave
      errorText={errorText}
      done={<Done title={t('recharge.paid')} />}
    />
  )
}
