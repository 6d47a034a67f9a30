import type { cancelBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import type { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useConfirmSheet } from '#confirming/useConfirmSheet.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'

export type CancelCall = typeof cancelWithdrawal | typeof cancelBankWithdrawal

/** Takes a withdrawal back while that is possible, once it was said what returns: all of it. */
export function CancelOut({ payment, call }: { payment: PaymentJson; call: CancelCall }) {
  const t = useText()
  const money = useShortMoney()
  const { ask, send, sheet, refused } = useConfirmSheet<CancelCall>(call)
  const amount = money(payment.amount, payment.currency_name)
  const words = t('payments.takeBack')
  return (
    <>
      {payment.can_cancel === true && (
        <Button
          variant="ghost"
          size="medium"
          aria-haspopup="dialog"
          aria-label={`${words}: ${amount}`}
          onClick={ask}
        >
          {words}
        </Button>
      )}
      <Confirm
        {...sheet}
        error={undefined}
        title={words}
        total={{ label: t('payments.released'), value: amount }}
        action={words}
        danger
        onConfirm={() =>
          send({ request: { id: payment.id } }, () => notify(t('payments.takenBack')))
        }
      >
        <Refused error={refused} />
      </Confirm>
    </>
  )
}
