import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'

type Stuck = Answer<'/nonces'>['stuck'][number]

/** Transactions that no block takes and that others wait behind; two people free their nonces. */
export function StuckNonces() {
  const { data } = useCall('/nonces', {})
  if (!data || data.stuck.length === 0) return null
  return (
    <Section title="Stuck transactions">
      {data.stuck.map((stuck) => (
        <article
          key={stuck.id}
          aria-label={`Transaction ${stuck.id}`}
          className="card grid grid-cols-1 gap-x-6 gap-y-3 p-4 lg:grid-cols-2"
        >
          <div className="grid min-w-0 content-start gap-3">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <h3 className="num font-semibold">
                Transaction {stuck.id} ({stuck.purpose})
              </h3>
              <StatusPill tone="bad">in no block</StatusPill>
            </div>
            <p className="num text-small wrap-anywhere">
              Nonce {stuck.nonce} of {stuck.key}; {stuck.waiting} more wait behind it.{' '}
              {stuck.problem} <span className="text-mut">Signed {dateTime(stuck.signed_at)}.</span>
            </p>
          </div>
          <StuckAction stuck={stuck} mayPropose={data.may_propose} />
        </article>
      ))}
    </Section>
  )
}

function StuckAction({ stuck, mayPropose }: { stuck: Stuck; mayPropose: boolean }) {
  const { mutateAsync } = useAct('/nonces/replace')
  if (stuck.is_replaced) {
    return (
      <p className="text-small text-warn">
        An empty transaction bids for its nonce. Whichever of the two is final counts.
      </p>
    )
  }
  if (stuck.proposal !== null) {
    return (
      <p className="text-small text-warn">
        {stuck.proposal.made_by.name} proposed to free its nonce; another operator decides, under
        “Proposals that wait for a second”.
      </p>
    )
  }
  if (!mayPropose) return null
  return (
    <ProposeForm
      label="Why its nonce is to be freed, for the audit log"
      button="Propose to free the nonce"
      onPropose={(reason) => mutateAsync({ id: stuck.id, reason })}
    >
      What happens next: another operator has to accept. An empty transaction to ourselves then bids
      for the same nonce. If it is final, what was stuck goes back to who wanted it; if the original
      is final after all, that counts.
    </ProposeForm>
  )
}
