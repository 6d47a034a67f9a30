import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { IdCard } from 'lucide-react'
import { useState } from 'react'

import { CallRefused, newKey, post } from '#api/call.ts'
import { upToDate } from '#api/query.ts'
import { forgetDraft, useDraft } from '#forms/draft.ts'
import { Form } from '#forms/Form.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
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
  const { draft, edit, busy, fields, fillIn, submit } = useIdentityForm()
  const { errors } = fields
  return (
    <Form shown={fields.shown} onSubmit={submit}>
      <TestNote>{t('identity.noRealDocuments')}</TestNote>
      <Button
        variant="ghost"
        busy={busy === 'sample'}
        icon={<IdCard size={20} aria-hidden />}
        onClick={() => void fillIn()}
      >
        {t('identity.useSample')}
      </Button>
      <Field
        label={t('identity.name')}
        autoComplete="off"
        maxLength={80}
        value={draft.name}
        onChange={({ target }) => edit('name', target.value)}
        error={errors.name}
      />
      <Field
        label={t('identity.number')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={draft.number}
        onChange={({ target }) => edit('number', target.value)}
        error={errors.number}
        hint={t('identity.numberHint')}
      />
      <p className="text-small text-mut">{t('identity.twoPictures')}</p>
      <UploadField
        frame
        label={t('identity.front')}
        purpose="identity"
        value={draft.front}
        onChange={(id) => edit('front', id)}
        error={errors.front}
      />
      <UploadField
        frame
        label={t('identity.back')}
        purpose="identity"
        value={draft.back}
        onChange={(id) => edit('back', id)}
        error={errors.back}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={busy === 'submit'}>
        {t('identity.submit')}
      </Button>
      <p className="text-small text-sub">{t('identity.keptHow')}</p>
    </Form>
  )
}

function useIdentityForm() {
  const t = useText()
  const [draft, change] = useDraft(DRAFT, noDraft)
  const [busy, setBusy] = useState<'sample' | 'submit'>()
  const fields = useFieldErrors<keyof Draft>(fieldsOfRefusals)

  const edit = (name: keyof Draft, value: string) => {
    fields.clear(name)
    change({ [name]: value })
  }

  async function fillIn() {
    if (busy) return
    setBusy('sample')
    fields.show({})
    try {
      const sample = await post('/user/real_name/sample', {})
      const { name, card_id: number, front_pic: front, reverse_pic: back } = sample
      change({ name, number, front, back })
      notify(t('identity.sampleFilled'))
    } catch (error) {
      fields.showRefusal(error)
    } finally {
      setBusy(undefined)
    }
  }

  async function submit() {
    if (busy || fields.show(missing(draft, t))) return
    setBusy('submit')
    try {
      await post(
        '/user/real_name',
        {
          name: draft.name,
          card_id: draft.number,
          front_pic: draft.front,
          reverse_pic: draft.back,
        },
        { key: newKey() },
      )
      forgetDraft(DRAFT)
      notify(t('identity.sent'))
      await upToDate()
    } catch (error) {
      if (error instanceof CallRefused && !told.has(error.code)) {
        fields.show({ form: t('identity.auerr') })
      } else fields.showRefusal(error)
    } finally {
      setBusy(undefined)
    }
  }

  return { draft, edit, busy, fields, fillIn, submit }
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
