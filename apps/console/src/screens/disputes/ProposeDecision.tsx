import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'

const WHOLE = 100

/** Release, return or a part of it: proposed by one, accepted by another. */
export function ProposeDecision({ found }: { found: Dispute }) {
  const [percent, setPercent] = useState('100')
  const { mutateAsync } = useAct(proposeDealDecision)
  const part = Math.min(WHOLE, Number(percent))
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Field
        label={say('dispute.percent')}
        hint={say('dispute.percentHint')}
        inputMode="numeric"
        maxLength={3}
        value={percent}
        onChange={({ target }) => setPercent(target.value.replaceAll(/\D/g, ''))}
      />
      <ProposeForm
        label={say('desk.reason')}
        button={say('dispute.propose', { buyer: part, seller: WHOLE - part })}
        onPropose={(reason) => mutateAsync({ id: found.id, buyer_percent: part, reason })}
      >
        {say('dispute.next')}
      </ProposeForm>
    </div>
  )
}
