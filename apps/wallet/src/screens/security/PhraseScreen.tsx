import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { upToDate, useCall } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

const LENGTH_MIN = 4
const LENGTH_MAX = 40

/** Words only the member and we know: a mail without them is not from us. */
export function PhraseScreen() {
  const t = useText()
  const state = useCall('/security/state')
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
  const [phrase, setPhrase] = useState(present)
  const [faults, setFaults] = useState(0)
  const { confirmed, busy, error } = useConfirmed()
  const isShort = phrase.trim().length < LENGTH_MIN

  async function keep(next: string) {
    const done = await confirmed({ action: 'phrase', payload: { phrase: next } }, (proof) =>
      post('/security/phrase', { phrase: next, proof }),
    )
    if (!done) return
    notify(next === '' ? t('security.phraseRemoved') : t('security.phraseKept'))
    await upToDate()
  }

  return (
    <>
      <Form
        shown={faults}
        onSubmit={async () => {
          if (isShort) setFaults(faults + 1)
          else await keep(phrase.trim())
        }}
      >
        <Field
          label={t('security.yourPhrase')}
          name="phrase"
          autoComplete="off"
          maxLength={LENGTH_MAX}
          value={phrase}
          onChange={(event) => {
            setFaults(0)
            setPhrase(event.target.value)
          }}
          hint={t('security.phraseHint')}
          error={faults > 0 && isShort ? t('security.phraseShort') : undefined}
        />
        {error !== undefined && <Banner tone="bad">{error}</Banner>}
        <Button type="submit" busy={busy}>
          {t('security.phraseKeep')}
        </Button>
      </Form>
      {present !== '' && (
        <Button variant="ghost" busy={busy} onClick={() => void keep('')}>
          {t('security.phraseRemove')}
        </Button>
      )}
    </>
  )
}
