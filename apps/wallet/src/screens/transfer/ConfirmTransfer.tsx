import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Receipt } from '@btbc/ui/Receipt.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'

import { refresh, useErrorText, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { availableIn, type Draft } from '#screens/transfer/transfer.ts'
import { useWalletName } from '#screens/wallet/wallets.ts'
import { useOnline } from '#shell/online.ts'

/** The transfer as it stood when its sheet opened: that, and nothing else, is made. */
export type Asked = Draft & { key: string }

type ConfirmTransferProps = {
  asked: Asked
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

const refreshes = [
  '/currency/user_currency_list',
  '/wallet/list',
  '/user/info',
  '/wallet/statement',
  '/wallet/explain',
  '/charge_mention/log',
] as const

/** What moves, that it costs nothing, what is left; then the server's answer. */
export function ConfirmTransfer({ asked, open, onOpenChange, onDone }: ConfirmTransferProps) {
  const t = useText()
  const online = useOnline()
  const errorText = useErrorText()
  const send = useSend('/wallet/change', refreshes)
  const { coin, from, to, amount, key } = asked
  function confirm() {
    const request = { number: amount, from_field: from, to_field: to, currency_id: coin.id }
    send.mutate(
      { request, key },
      {
        onSuccess: onDone,
        onError: () => void refresh('/currency/user_currency_list'),
      },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('transfer.transfer')}
      dismissible={!send.isPending}
    >
      <div className="grid gap-4">
        {send.isSuccess && <Done title={t('transfer.moved')} />}
        <TransferReceipt asked={asked} />
        {send.error && <Banner tone="bad">{errorText(send.error)}</Banner>}
        <TestNote />
        {send.isSuccess ? (
          <Button onClick={() => onOpenChange(false)}>{t('transfer.done')}</Button>
        ) : (
          <Button
            busy={send.isPending}
            disabledReason={online ? undefined : t('shell.offline')}
            onClick={confirm}
          >
            <Action asked={asked} />
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function Action({ asked: { amount, coin } }: { asked: Asked }) {
  const t = useText()
  const money = useMoney()
  return t('transfer.action', { amount: money(amount, coin.name) })
}

function TransferReceipt({ asked }: { asked: Asked }) {
  const t = useText()
  const money = useMoney()
  const nameOf = useWalletName()
  const { coin, from, to, amount } = asked
  const units = parseAmount(amount) ?? 0n
  const shown = (value: bigint) => money(formatAmount(value), coin.name)
  const after = (wallet: typeof from) => t('transfer.after', { account: nameOf(wallet) })
  return (
    <Receipt
      lines={[
        { label: t('transfer.youMove'), value: shown(units) },
        { label: t('transfer.fee'), value: shown(0n) },
      ]}
      total={{ label: t('transfer.arrives', { account: nameOf(to) }), value: shown(units) }}
      after={[
        { label: after(from), value: shown(availableIn(coin, from) - units) },
        { label: after(to), value: shown(availableIn(coin, to) + units) },
      ]}
    />
  )
}
