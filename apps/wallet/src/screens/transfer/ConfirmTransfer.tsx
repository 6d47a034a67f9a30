import { transferCoins } from '@btbc/contract/wallet.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Done } from '@btbc/ui/Done.tsx'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { availableIn, type Draft } from '#screens/transfer/transfer.ts'
import { useWalletName } from '#wallets/wallets.ts'

type ConfirmTransferProps = {
  /** The transfer as it stood when its sheet opened: that, and nothing else, is made. */
  asked: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

/** What moves, that it costs nothing, what is left; then the server's answer. */
export function ConfirmTransfer({ asked, open, onOpenChange, onDone }: ConfirmTransferProps) {
  const t = useText()
  const money = useMoney()
  const nameOf = useWalletName()
  const send = useSend(transferCoins, { quiet: true })
  const { coin, from, to, amount } = asked
  const units = parseAmount(amount) ?? 0n
  const shown = (value: bigint) => money(formatAmount(value), coin.name)
  const after = (wallet: typeof from) => t('transfer.after', { account: nameOf(wallet) })
  const request = { number: amount, from_field: from, to_field: to, currency_id: coin.id }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('transfer.transfer')}
      send={send}
      lines={[
        { label: t('transfer.youMove'), value: shown(units) },
        { label: t('payments.fee'), value: shown(0n) },
      ]}
      total={{ label: t('transfer.arrives', { account: nameOf(to) }), value: shown(units) }}
      after={[
        { label: after(from), value: shown(availableIn(coin, from) - units) },
        { label: after(to), value: shown(availableIn(coin, to) + units) },
      ]}
      action={t('transfer.action', { amount: shown(units) })}
      onConfirm={() => send.mutate({ request }, { onSuccess: onDone })}
      done={<Done title={t('transfer.moved')} />}
    />
  )
}
