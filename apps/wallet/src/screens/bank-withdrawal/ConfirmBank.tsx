import {
  type readBankWithdrawalTerms,
  requestBankWithdrawal,
} from '@btbc/contract/bank-withdrawal.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { BankDraft } from '#screens/bank-withdrawal/form.ts'
import { Accepted } from '#payments/Accepted.tsx'
import { riskOf } from '#security/risk.ts'

/** The withdrawal as it stood when its sheet opened: that, and nothing else, is made. */
export type AskedBank = {
  draft: BankDraft
  bank: string
  cost: Answer<typeof readBankWithdrawalTerms>
}

type ConfirmBankProps = {
  asked: AskedBank
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

/** What leaves, the fee, what the bank is paid; then held down, proved, and sent. */
export function ConfirmBank({ asked, open, onOpenChange, onDone }: ConfirmBankProps) {
  const t = useText()
  const money = useMoney()
  const send = useSend(requestBankWithdrawal, { quiet: true })
  const { draft, cost } = asked
  const { amount, bank: bank_code, number: bank_no } = draft
  function confirm(proof: string) {
    const request = {
      amount,
      bank_code,
      bank_no,
      pay_platform: draft.platform,
      real_name: draft.holder,
      bank_name_subname: draft.branch,
      bank_area: draft.area,
    }
    const own = { net: cost.net, units: cost.units, proof }
    send.mutate({ request, own }, { onSuccess: onDone })
  }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdrawal.toBank')}
      send={send}
      {...useReceipt(asked)}
      action={t('withdrawal.action', { net: money(cost.net, 'USDT') })}
      risky={riskOf(requestBankWithdrawal, { amount, bank_code, bank_no })}
      once
      onConfirm={confirm}
      done={send.data && <Accepted {...send.data} />}
    />
  )
}

function useReceipt({ draft, bank, cost }: AskedBank) {
  const t = useText()
  const money = useMoney()
  const { amount: shown } = useFormats()
  const left = (parseAmount(cost.available) ?? 0n) - (parseAmount(draft.amount) ?? 0n)
  return {
    lines: [
      { label: t('withdrawal.youSend'), value: money(draft.amount, 'USDT') },
      { label: t('withdrawal.fee', { rate: cost.rate }), value: `− ${money(cost.fee, 'USDT')}` },
    ],
    total: {
      label: t('payments.net'),
      value: money(cost.units, 'BANK'),
      note: t('rails.rate', { rate: `${shown(cost.bank_rate, { minDecimals: 2 })} USDT` }),
    },
    after: [
      { label: t('withdrawal.to'), value: <span lang="en">{bank}</span> },
      { label: t('withdrawal.number'), value: draft.number },
      { label: t('withdrawal.holder'), value: draft.holder },
      { label: t('withdrawal.approval'), value: t('withdrawal.byBank') },
      { label: t('withdrawal.after'), value: money(formatAmount(left < 0n ? 0n : left), 'USDT') },
    ],
  }
}
