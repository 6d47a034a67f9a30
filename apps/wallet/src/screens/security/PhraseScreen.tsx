import { readSecurity, setPhrase } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

const LENGTH_MIN = 4
const LENGTH_MAX = 40

/** Words only the member and we know: a mail without them is not from us. */
export function PhraseScreen() {
  const t = useText()
  const state = useCall(readSecurity)
  return (
    <Page title={t('security.phrase')}>
      <p className="text-mut">{t('security.phraseWhy')}</p>
      <Loaded query={state} skeleton={<Skeleton className="h-40" />}>
        {({ phrase }) => <PhraseForm key={phrase} present={phrase} />}
      </Loaded>
    </Page>
  )
}

function PhraseForm({ present }: { present: string }) {
  const t = useText()
  const form = useForm({ fields: { phrase: present } })
  const { confirm } = useConfirmed(setPhrase)
  const phrase = form.values.phrase.trim()

  async function keep() {
    const isShort = phrase.length < LENGTH_MIN
    await form.submit(isShort ? { phrase: t('security.phraseShort') } : {}, async () => {
      if (await confirm({ phrase })) notify(t('security.phraseKept'))
    })
  }

  async function remove() {
    await form.submit({}, async () => {
      if (await confirm({ phrase: '' })) notify(t('security.phraseRemoved'))
    })
  }

  return (
    <>
      <Form shown={form.shown} onSubmit={keep}>
        <Field
          label={t('security.yourPhrase')}
          name="phrase"
          autoComplete="off"
          maxLength={LENGTH_MAX}
          {...form.field('phrase')}
          hint={t('security.phraseHint')}
        />
        {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
        <Button type="submit" busy={form.busy}>
          {t('security.phraseKeep')}
        </Button>
      </Form>
      {present !== '' && (
        <Button variant="ghost" busy={form.busy} onClick={() => void remove()}>
          {t('security.phraseRemove')}
        </Button>
      )}
    </>
  )
}
