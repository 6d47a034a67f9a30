import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import type { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { cancelBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'

import { useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

/** Takes a withdrawal back while that is possible; all of it returns. */
export function CancelOut({
  payment,
  call,
}: {
  payment: PaymentJson
  call: typeof cancelWithdrawal | typeof cancelBankWithdrawal
}) {
  const t = useText()
  const errorText = useErrorText()
  const cancel = useSend(call, { quiet: true })
  if (payment.can_cancel !== true) return null
  return (
    <div className="grid gap-2">
      {cancel.error && <Banner tone="bad">{errorText(cancel.error)}</Banner>}
      <Button
        variant="ghost"
        size="medium"
        busy={cancel.isPending}
        onClick={() => cancel.mutate({ request: { id: payment.id } })}
      >
        {t('withdrawal.cancel')}
      </Button>
    </div>
  )
}
