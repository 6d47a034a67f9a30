import { CallRefused } from '@btbc/client/client.ts'
import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import { IDENTITY_KEPT_DAYS } from '@btbc/contract/upload.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { IdCard } from 'lucide-react'

import { useSend } from '#api/query.ts'
import { forgetDraft } from '#forms/draft.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { UploadField } from '#upload/UploadField.tsx'

const DRAFT = 'identity'
const noDraft = { name: '', number: '', front: '', back: '' }
type Draft = typeof noDraft

const fieldsOfRefusals = { document_taken: 'number', upload_not_found: 'front' } as const

/** Refusals whose own words help; for anything else there is one general text. */
const told = new Set([
  'document_taken',
  'upload_not_found',
  'identity_pending',
  'identity_verified',
])

/** Name, number and two pictures, all of which one tap can fill in. */
export function IdentityForm() {
  const t = useText()
  const { form, isFilling, fillIn, submit } = useIdentityForm()
  const { values, edit, field, errors } = form
  return (
    <Form shown={form.shown} onSubmit={submit}>
      <TestNote>{t('identity.noRealDocuments')}</TestNote>
      <Button
        variant="ghost"
        busy={isFilling}
        icon={<IdCard size={20} aria-hidden />}
        onClick={() => void fillIn()}
      >
        {t('identity.useSample')}
      </Button>
      <Field label={t('identity.name')} autoComplete="off" maxLength={80} {...field('name')} />
      <Field
        label={t('identity.number')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...field('number')}
        hint={t('identity.numberHint')}
      />
      <p className="text-small text-mut">{t('identity.twoPictures')}</p>
      <UploadField
        frame
        label={t('identity.front')}
        purpose="identity"
        value={values.front}
        onChange={(front) => edit({ front })}
        error={errors.front}
      />
      <UploadField
        frame
        label={t('identity.back')}
        purpose="identity"
        value={values.back}
        onChange={(back) => edit({ back })}
        error={errors.back}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={form.busy || isFilling}>
        {t('identity.submit')}
      </Button>
      <p className="text-small text-sub">{t('identity.keptHow', { days: IDENTITY_KEPT_DAYS })}</p>
    </Form>
  )
}

function useIdentityForm() {
  const t = useText()
  const form = useForm({
    fields: {},
    draft: { key: DRAFT, fields: noDraft },
    refusals: fieldsOfRefusals,
    textOf: (error) =>
      error instanceof CallRefused && !told.has(error.code) ? t('identity.auerr') : undefined,
  })
  const { values } = form
  const sample = useSend(drawSampleDocument, { quiet: true })
  const send = useSend(submitIdentity, { quiet: true })

  async function fillIn() {
    if (form.busy) return
    await form.attempt({}, async () => {
      const made = await sample.mutateAsync({ request: {} })
      const { name, card_id: number, front_pic: front, reverse_pic: back } = made
      form.set({ name, number, front, back })
      // Also what was said meanwhile to be missing.
      form.show({})
      notify(t('identity.sampleFilled'))
    })
  }

  async function submit() {
    if (sample.isPending) return
    const { name, number, front, back } = values
    const request = { name, card_id: number, front_pic: front, reverse_pic: back }
    await form.submit(missing(values, t), async () => {
      await send.mutateAsync({ request })
      forgetDraft(DRAFT)
      notify(t('identity.sent'))
    })
  }

  return { form, isFilling: sample.isPending, fillIn, submit }
}

/** What is not filled in yet, in words. */
function missing(draft: Draft, t: ReturnType<typeof useText>) {
  const fields = {
    ...(draft.name.trim() === '' && { name: t('identity.nameRequired') }),
    ...(draft.number.trim().length < 4 && { number: t('identity.numberRequired') }),
    ...(draft.front === '' && { front: t('identity.frontRequired') }),
    ...(draft.back === '' && { back: t('identity.backRequired') }),
  }
  return Object.keys(fields).length === 0 ? {} : { ...fields, form: t('identity.incomplete') }
}
