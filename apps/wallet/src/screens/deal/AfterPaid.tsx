import { MESSAGE_LENGTH_MAX } from '@btbc/contract/deal-rules.ts'
import { cancelDealTogether, disputeDeal } from '@btbc/contract/deal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useSend } from '#api/query.ts'
import { useConfirmSheet } from '#confirming/useConfirmSheet.ts'
import type { Deal } from '#deals/deal-words.ts'
import { Fold } from '@btbc/ui/Fold.tsx'
import { useForm } from '#forms/useForm.ts'
import { useDue } from '#i18n/due.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

/** Once it is marked as paid: out of it together, or operators are asked. */
export function AfterPaid({ deal }: { deal: Deal }) {
  const t = useText()
  const { can, dispute } = deal
  return (
    <>
      {dispute && <DisputeNote deal={deal} dispute={dispute} />}
      {can.dispute && (
        <Fold title={t(dispute ? 'deal.statement' : 'deal.dispute')} open={dispute !== null}>
          <Statement deal={deal} />
        </Fold>
      )}
      {(can.cancel_both || deal.cancel_asked_by === deal.side) && <CancelTogether deal={deal} />}
    </>
  )
}

type DisputeNoteProps = { deal: Deal; dispute: NonNullable<Deal['dispute']> }

function DisputeNote({ deal, dispute }: DisputeNoteProps) {
  const t = useText()
  const { dateTime } = useFormats()
  const due = useDue()
  const { by, at, own_statement: own, decide_by: decideBy } = dispute
  const opened =
    by === null
      ? 'deal.disputeByTime'
      : by === deal.side
        ? 'deal.disputeByYou'
        : 'deal.disputeByThem'
  return (
    <Banner tone="warn">
      <p>{t(opened, { at: dateTime(at) })}</p>
      {deal.state === 'disputed' && <p className="text-small text-mut">{t('deal.escrowStays')}</p>}
      {decideBy !== null && <p className="text-small text-mut">{due('deal.decideBy', decideBy)}</p>}
      {own !== '' && (
        <p className="text-small wrap-anywhere whitespace-pre-line">
          {t('deal.youSaid', { words: own })}
        </p>
      )}
    </Banner>
  )
}

function Statement({ deal }: { deal: Deal }) {
  const t = useText()
  const send = useSend(disputeDeal, { quiet: true })
  const form = useForm({
    fields: { reason: '' },
    refusals: { text_markup: 'reason', text_account_number: 'reason' },
  })
  const reason = form.values.reason.trim()
  const submit = () =>
    form.submit(reason === '' ? { reason: t('deal.needStatement') } : {}, async () => {
      await send.mutateAsync({ request: { id: deal.id, reason } })
      form.renew(form.values, { reason: '' })
    })
  return (
    <Form shown={form.shown} onSubmit={submit} label={t('deal.statement')}>
      <p className="text-small text-mut">{t('deal.disputeNote')}</p>
      <TextArea
        label={t('deal.statement')}
        rows={4}
        maxLength={MESSAGE_LENGTH_MAX}
        {...form.field('reason')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant={deal.dispute ? 'ghost' : 'danger'} busy={form.busy}>
        {t(deal.dispute ? 'deal.sendStatement' : 'deal.dispute')}
      </Button>
    </Form>
  )
}

/** A paid deal is cancelled when both have asked for it. */
function CancelTogether({ deal }: { deal: Deal }) {
  const t = useText()
  const { ask, send, sheet } = useConfirmSheet(cancelDealTogether)
  const { cancel_asked_by: asked, side, misuse } = deal
  if (asked === side) return <Banner>{t('deal.cancelWaits')}</Banner>
  return (
    <>
      {asked !== null && <Banner tone="warn">{t('deal.cancelAsked')}</Banner>}
      <Button variant="ghost" aria-haspopup="dialog" onClick={ask}>
        {t('deal.cancelTogether')}
      </Button>
      <Confirm
        {...sheet}
        title={t('deal.cancelTogether')}
        action={t('deal.cancelTogether')}
        danger
        onConfirm={() => send({ request: { id: deal.id } })}
      >
        <p>{t(side === 'buyer' ? 'deal.cancelTogetherBuyer' : 'deal.cancelTogetherSeller')}</p>
        {side === 'buyer' && asked === null && (
          <p>{t('deal.cancelTogetherCounts', { count: misuse.count, limit: misuse.limit })}</p>
        )}
      </Confirm>
    </>
  )
}
