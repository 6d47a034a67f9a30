import { say } from '@btbc/contract/operator/operator-text.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { QueueDesk } from '#desk/QueueDesk.tsx'
import { Page } from '#shell/Page.tsx'

/** The screens that are a queue. */

export function IdentityScreen() {
  return (
    <Page title={say('shell.identity')} lead={say('queue.identityLead')}>
      <QueueDesk queue="identity" amounts={false} />
    </Page>
  )
}

export function DepositsScreen() {
  return (
    <Page title={say('shell.deposits')} lead={say('queue.depositsLead')}>
      <QueueDesk queue="bank_deposit" amounts />
    </Page>
  )
}

export function SellersScreen() {
  return (
    <Page title={say('shell.sellers')} lead={say('queue.sellersLead')}>
      <QueueDesk queue="seller" amounts={false} />
    </Page>
  )
}

export function FeedbackScreen() {
  return (
    <Page title={say('shell.feedback')} lead={say('queue.feedbackLead')}>
      <QueueDesk queue="feedback" amounts={false} />
    </Page>
  )
}

export function ClaimsScreen() {
  return (
    <Page title={say('shell.claims')} lead={say('queue.claimsLead')}>
      <QueueDesk queue="campaign_claim" amounts={false} />
    </Page>
  )
}

type Way = 'bank_withdrawal' | 'coin_withdrawal'

export function WithdrawalsScreen() {
  const { way = 'bank_withdrawal' } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Page title={say('shell.withdrawals')} lead={say('queue.withdrawalsLead')}>
      <div className="mb-4 max-w-100">
        <Segmented<Way>
          legend={say('queue.which')}
          options={[
            { value: 'bank_withdrawal', label: say('queue.bank') },
            { value: 'coin_withdrawal', label: say('queue.coin') },
          ]}
          value={way}
          // The open case is one of the other queue.
          onChange={(next) =>
            void navigate({ to: '.', search: next === 'coin_withdrawal' ? { way: next } : {} })
          }
        />
      </div>
      <QueueDesk key={way} queue={way} amounts />
    </Page>
  )
}
