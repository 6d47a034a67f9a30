import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { QueueDesk } from '#desk/QueueDesk.tsx'
import { Page } from '#shell/Page.tsx'

/** The screens that are a queue. */

export function IdentityScreen() {
  return (
    <Page title="Identity" lead="Test documents only. Pictures are deleted on schedule.">
      <QueueDesk queue="identity" amounts={false} />
    </Page>
  )
}

export function DepositsScreen() {
  return (
    <Page title="Deposits" lead="Bank transfers with a voucher. Two operators accept each.">
      <QueueDesk queue="bank_deposit" amounts />
    </Page>
  )
}

type Way = 'bank_withdrawal' | 'coin_withdrawal'

export function WithdrawalsScreen() {
  const [way, setWay] = useState<Way>('bank_withdrawal')
  const navigate = useNavigate()
  return (
    <Page title="Withdrawals" lead="To a bank, and coins above the limit.">
      <div className="mb-4 max-w-100">
        <Segmented<Way>
          legend="Which withdrawals"
          options={[
            { value: 'bank_withdrawal', label: 'To a bank' },
            { value: 'coin_withdrawal', label: 'Large coin' },
          ]}
          value={way}
          onChange={(next) => {
            setWay(next)
            // The open case is one of the other queue.
            void navigate({ to: '.', search: {} })
          }}
        />
      </div>
      <QueueDesk key={way} queue={way} amounts />
    </Page>
  )
}
