import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Receipt } from '@btbc/ui/Receipt.tsx'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { BankDraft } from '#screens/bank-withdrawal/form.ts'
import { WithdrawSheet } from '#screens/withdrawal/WithdrawSheet.tsx'
import { useStepUp } from '#security/useStepUp.tsx'

/** The withdrawal as it stood when its sheet opened: that, and nothing else, is made. */
export type AskedBank = {
  draft: BankDraft
  bank: string
  cost: Answer<'/pay/withdraw_info'>
  key: string
}

type ConfirmBankProps = {
  asked: AskedBank
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

const refreshes = [
  '/pay/withdraw_info',
  '/machine/withdraw_info',
  '/pay/withdraw_list',
  '/wallet/list',
  '/user/info',
  '/charge_mention/log',
] as const

/** What leaves, the fee, what the bank is paid; then held down, proved, and sent. */
export function ConfirmBank({ asked, open, onOpenChange, onDone }: ConfirmBankProps) {
  const t = useText()
  const money = useMoney()
  const stepUp = useStepUp()
  const send = useSend('/pay/withdraw', refreshes)
  const { draft, cost, key } = asked
  async function confirm() {
    const { amount, bank: bank_code, number: bank_no } = draft
    const proof = await stepUp({ action: 'bank_withdraw', payload: { amount, bank_code, bank_no } })
    if (proof === undefined) return
    const request = {
      amount,
      bank_code,
      bank_no,
      pay_platform: draft.platform,
      real_name: draft.holder,
      bank_name_subname: draft.branch,
      bank_area: draft.area,
      net: cost.net,
      proof,
    }
    send.mutate({ request, key }, { onSuccess: onDone })
  }
  return (
    <WithdrawSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('withdrawal.toBank')}
      send={send}
      net={money(cost.net, 'USDT')}
      onConfirm={confirm}
    >
      <BankReceipt asked={asked} />
    </WithdrawSheet>
  )
}

function BankReceipt({ asked: { draft, bank, cost } }: { asked: AskedBank }) {
  const t = useText()
  const money = useMoney()
  const left = (parseAmount(cost.available) ?? 0n) - (parseAmount(draft.amount) ?? 0n)
  return (
    <Receipt
      lines={[
        { label: t('withdrawal.youSend'), value: money(draft.amount, 'USDT') },
        {
          label: t('withdrawal.fee', { rate: cost.rate }),
          value: `− ${money(cost.fee, 'USDT')}`,
        },
      ]}
      total={{ label: t('withdrawal.arrives'), value: money(cost.net, 'USDT') }}
      after={[
        { label: t('withdrawal.to'), value: <span lang="en">{bank}</span> },
        { label: t('withdrawal.number'), value: draft.number },
        { label: t('withdrawal.holder'), value: draft.holder },
        { label: t('withdrawal.approval'), value: t('withdrawal.byBank') },
        {
          label: t('withdrawal.after'),
          value: money(formatAmount(left < 0n ? 0n : left), 'USDT'),
        },
      ]}
    />
  )
}
