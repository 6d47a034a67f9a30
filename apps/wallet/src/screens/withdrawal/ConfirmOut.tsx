import { type readWithdrawalTerms, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Accepted } from '#payments/Accepted.tsx'
import { ChainAddress } from '#payments/ChainAddress.tsx'
import type { Quote } from '#screens/withdrawal/quote.ts'
import { riskOf } from '#security/risk.ts'

/** The withdrawal as it stood when its sheet opened: that, and nothing else, is made. */
export type AskedOut = {
  address: string
  quote: Quote
  info: Answer<typeof readWithdrawalTerms>
}

type ConfirmOutProps = {
  asked: AskedOut
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
  /** The quote holds no longer: a new one is to be shown. */
  onStale: () => void
}

/** What leaves, what it costs, what arrives and when; then held down, proved, and sent. */
export function ConfirmOut({ asked, open, onOpenChange, onDone, onStale }: ConfirmOutProps) {
  const t = useText()
  const money = useMoney()
  const send = useSend(requestWithdrawal, { quiet: true })
  const {
    address,
    quote,
    info: { currency, currency_name: code },
  } = asked
  const { quote_id, amount: number } = quote
  const request = { currency, address, number }
  function confirm(proof: string) {
    send.mutate({ request, own: { quote_id, proof } }, { onSuccess: onDone, onError: onStale })
  }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdrawal.withdraw')}
      send={send}
      {...useReceipt(asked)}
      action={t('withdrawal.action', { net: money(quote.net, code) })}
      risky={riskOf(requestWithdrawal, request)}
      once
      onConfirm={confirm}
      done={send.data && <Accepted {...send.data} />}
    />
  )
}

function useReceipt({ address, quote, info }: AskedOut) {
  const t = useText()
  const money = useMoney()
  const { dateTime } = useFormats()
  const code = info.currency_name
  const left = (parseAmount(info.available) ?? 0n) - (parseAmount(quote.amount) ?? 0n)
  const when =
    quote.waits_until === null
      ? quote.internal
        ? t('withdrawal.atOnce')
        : t('withdrawal.soon')
      : t('withdrawal.notBefore', { at: dateTime(quote.waits_until) })
  return {
    lines: [
      { label: t('withdrawal.youSend'), value: money(quote.amount, code) },
      {
        label: quote.internal
          ? t('withdrawal.feeInside')
          : t('withdrawal.fee', { rate: info.rate }),
        value: `− ${money(quote.fee, code)}`,
      },
    ],
    total: {
      label: t(quote.internal ? 'withdrawal.theyReceive' : 'payments.net'),
      value: money(quote.net, code),
    },
    after: [
      { label: t('withdrawal.to'), value: <ChainAddress address={address} /> },
      { label: t('withdrawal.leaves'), value: when },
      ...(quote.needs_approval
        ? [{ label: t('withdrawal.approval'), value: t('withdrawal.byOperators') }]
        : []),
      { label: t('withdrawal.after'), value: money(formatAmount(left < 0n ? 0n : left), code) },
    ],
  }
}
