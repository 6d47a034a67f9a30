import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import type { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { cancelBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'

/** Takes a withdrawal back while that is possible; all of it returns. */
export function CancelOut({
  payment,
  call,
}: {
  payment: PaymentJson
  call: typeof cancelWithdrawal | typeof cancelBankWithdrawal
}) {
  const t = useText()
  const cancel = useSend(call, { quiet: true })
  if (payment.can_cancel !== true) return null
  return (
    <div className="grid gap-2">
      <Refused error={cancel.error} />
      <Button
        variant="ghost"
        size="medium"
        busy={cancel.isPending}
        onClick={() =>
          cancel.mutate(
            { request: { id: payment.id } },
            { onSuccess: () => notify(t('payments.takenBack')) },
          )
        }
      >
        {t('withdrawal.cancel')}
      </Button>
    </div>
  )
}
