import { claimCampaignPrize } from '@btbc/contract/campaign.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'

import { useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useDue } from '#i18n/due.ts'
import { useText } from '#i18n/text.ts'
import type { Campaign, Whole } from '#screens/campaign/CampaignScreen.tsx'
import { NextStep } from '#shell/Refused.tsx'

const NOTE_LENGTH_MAX = 120

type ClaimProps = {
  prize: Campaign['prizes'][number]
  claim: Whole['mine']['claims'][number] | undefined
  /** Whether it may be asked for now. */
  isOpen: boolean
}

/** A prize that an operator looks at: where it stands, or asking for it. */
export function Claim({ prize, claim, isOpen }: ClaimProps) {
  const t = useText()
  const due = useDue('campaign.late')
  const isRefused = isOpen && claim?.state === 'refused'
  const left = isRefused ? claim.asks_left : undefined
  const mayAsk = isOpen && (claim === undefined || (isRefused && claim.asks_left > 0))
  return (
    <>
      {claim && (
        <p className="text-small">
          {due(`campaign.${claim.state}`, claim.decide_by, { reason: claim.reason ?? '' })}
        </p>
      )}
      {left !== undefined && (
        <p className="text-small text-mut">
          {left === 0 ? t('campaign.asksNone') : t('campaign.asksLeft', { count: left })}
        </p>
      )}
      {mayAsk && <Ask prize={prize.id} />}
    </>
  )
}

function Ask({ prize }: { prize: number }) {
  const t = useText()
  const send = useSend(claimCampaignPrize, { quiet: true })
  const form = useForm({
    fields: { note: '' },
    refusals: { text_markup: 'note', text_account_number: 'note' },
  })
  const note = form.values.note.trim()
  const ask = () =>
    form.submit(note === '' ? { note: t('campaign.noteRequired') } : {}, () =>
      send.mutateAsync({ request: { prize, note } }),
    )
  return (
    <Form shown={form.shown} onSubmit={ask} label={t('campaign.forClaim')}>
      <Field
        label={t('campaign.note')}
        autoComplete="off"
        maxLength={NOTE_LENGTH_MAX}
        {...form.field('note')}
        hint={t('campaign.noteHint')}
      />
      {form.errors.form && (
        <Banner tone="bad" action={<NextStep error={send.error} />}>
          {form.errors.form}
        </Banner>
      )}
      <Button type="submit" size="medium" variant="ghost" busy={form.busy}>
        {t('campaign.claim')}
      </Button>
    </Form>
  )
}
