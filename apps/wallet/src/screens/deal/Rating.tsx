import { RATING_LENGTH_MAX } from '@btbc/contract/deal-rules.ts'
import { rateDeal } from '@btbc/contract/deal-standing.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'

import { useSend } from '#api/query.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

/** A thumb for the other side of a finished deal, and what they gave. */
export function Rating({ deal }: { deal: Deal }) {
  const t = useText()
  const { own, theirs } = deal.ratings
  return (
    <Section title={t('deal.rate')}>
      <div className="card grid gap-3 p-4">
        {theirs && <Said said={theirs}>{t(theirs.up ? 'deal.gotUp' : 'deal.gotDown')}</Said>}
        {own && <Said said={own}>{t(own.up ? 'deal.gaveUp' : 'deal.gaveDown')}</Said>}
        {deal.can.rate && <Give deal={deal} />}
      </div>
    </Section>
  )
}

type SaidProps = { said: NonNullable<Deal['ratings']['own']>; children: string }

function Said({ said, children }: SaidProps) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{children}</p>
      {said.text !== '' && <p className="text-small wrap-anywhere text-mut">{said.text}</p>}
    </div>
  )
}

function Give({ deal }: { deal: Deal }) {
  const t = useText()
  const send = useSend(rateDeal, { quiet: true })
  const form = useForm({
    fields: { thumb: '', text: '' },
    refusals: { text_markup: 'text', text_account_number: 'text' },
  })
  const { thumb } = form.values
  const text = form.values.text.trim()
  const submit = () =>
    form.submit(thumb === '' ? { thumb: t('deal.needThumb') } : {}, async () => {
      const request = { id: deal.id, up: thumb === 'up', ...(text !== '' && { text }) }
      await send.mutateAsync({ request })
    })
  return (
    <Form shown={form.shown} onSubmit={submit} label={t('deal.rate')}>
      <Segmented
        legend={t('deal.rate')}
        options={[
          { value: 'up', label: t('deal.up') },
          { value: 'down', label: t('deal.down') },
        ]}
        value={thumb}
        onChange={(next) => form.set({ thumb: next })}
      />
      {form.errors.thumb && <Banner tone="bad">{form.errors.thumb}</Banner>}
      <Field
        label={t('deal.line')}
        hint={t('deal.lineHint')}
        maxLength={RATING_LENGTH_MAX}
        {...form.field('text')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <p className="text-small text-sub">{t('deal.once')}</p>
      <Button type="submit" variant="ghost" busy={form.busy}>
        {t('deal.giveThumb')}
      </Button>
    </Form>
  )
}
