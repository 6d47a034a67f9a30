import { SELLER_NOTE_LENGTH_MAX } from '@btbc/contract/deal-rules.ts'
import { applyToSell, type readSeller } from '@btbc/contract/offer.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { Unprotected } from '#screens/seller/Unprotected.tsx'
import { NextStep } from '#shell/Refused.tsx'

/** What selling is, and the question to an operator. */
export function AskToSell({ seller }: { seller: Answer<typeof readSeller> }) {
  const t = useText()
  const ask = useSend(applyToSell, { quiet: true })
  const form = useForm({
    fields: { note: '' },
    refusals: { text_markup: 'note', text_account_number: 'note' },
  })
  const submit = () =>
    form.submit({}, () => ask.mutateAsync({ request: { note: form.values.note.trim() } }))
  return (
    <Form shown={form.shown} onSubmit={submit} label={t('seller.ask')} className="card p-4">
      <p>{t('seller.what')}</p>
      <ul className="grid list-disc gap-1 pl-5 text-mut">
        <li>{t('seller.needsIdentity')}</li>
        <li>{t('seller.needsOperator')}</li>
        <li>{t('seller.escrow')}</li>
      </ul>
      <TextArea
        label={t('seller.note')}
        maxLength={SELLER_NOTE_LENGTH_MAX}
        {...form.field('note')}
      />
      {form.errors.form ? (
        <Banner tone="bad" action={<NextStep error={ask.error} />}>
          {form.errors.form}
        </Banner>
      ) : (
        !seller.is_protected && <Unprotected />
      )}
      <Button type="submit" busy={form.busy}>
        {t('seller.ask')}
      </Button>
    </Form>
  )
}
