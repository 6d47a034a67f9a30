import type { readIdentity } from '@btbc/contract/identity.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { useDue } from '#i18n/due.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type Review = Answer<typeof readIdentity>

/** What is so, who acts next, and what becomes of the pictures. */
export function IdentityState({ review }: { review: Review }) {
  if (review.review_status === 1) return <InReview review={review} />
  if (review.review_status === 2) return <Verified review={review} />
  return <NotCertified review={review} />
}

function NotCertified({ review }: { review: Review }) {
  const t = useText()
  const rejected = review.review_reason !== ''
  return (
    <section className="card grid gap-3 p-4">
      <div>
        <StatusPill tone={rejected ? 'bad' : 'idle'}>
          {t(rejected ? 'identity.rejected' : 'identity.notCertified')}
        </StatusPill>
      </div>
      {rejected ? (
        <>
          <p className="wrap-anywhere whitespace-pre-line">
            {t('identity.reason', { reason: review.review_reason })}
          </p>
          <p>{t('identity.resubmit')}</p>
        </>
      ) : (
        <p>{t('identity.why')}</p>
      )}
    </section>
  )
}

function InReview({ review }: { review: Review }) {
  const t = useText()
  const due = useDue()
  return (
    <section className="card grid gap-3 p-4">
      <div>
        <StatusPill tone="waiting">{t('identity.waiting')}</StatusPill>
      </div>
      <p>{t('identity.inProgress')}</p>
      <p className="text-small text-mut">{due('identity.whoActs', review.decide_by)}</p>
      <Facts review={review} />
    </section>
  )
}

function Verified({ review }: { review: Review }) {
  const t = useText()
  const formats = useFormats()
  return (
    <section className="card grid gap-3 p-4">
      <div>
        <StatusPill tone="good">{t('identity.certified')}</StatusPill>
      </div>
      <p>{t('identity.opens')}</p>
      <Facts review={review} />
      {review.deleted_at !== null && (
        <p className="text-small text-mut">
          {t('identity.deletedOn', { date: formats.date(review.deleted_at) })}
        </p>
      )}
    </section>
  )
}

function Facts({ review }: { review: Review }) {
  const t = useText()
  const formats = useFormats()
  const submitted = review.submitted_at
  return (
    <KeyValue
      items={[
        { label: t('identity.name'), value: review.name },
        { label: t('identity.number'), value: `···· ${review.card_end}` },
        ...(submitted === null
          ? []
          : [{ label: t('identity.submitted'), value: formats.dateTime(submitted) }]),
      ]}
    />
  )
}
