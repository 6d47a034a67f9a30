import { discardArticleDraft } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { useForm } from '#desk/useForm.ts'
import { languageName } from '#language-names.ts'
import { paths } from '#paths.ts'
import type { HouseArticle } from '#screens/content/ArticleEditor.tsx'
import { Opened } from '#shell/Opened.tsx'

type DiscardDraftProps = {
  id: number
  text: HouseArticle['texts'][number]
  onDone: () => Promise<void>
}

/** Throws a saved draft away, asked twice; an article of which nothing is left goes with it. */
export function DiscardDraft({ id, text: { language, revision }, onDone }: DiscardDraftProps) {
  const form = useForm({})
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useAct(discardArticleDraft)
  const held = useHeldFrom(discardArticleDraft)
  const navigate = useNavigate()
  const facts = { language: languageName(language) }

  async function discard() {
    await form.submit({}, async () => {
      const { gone } = await mutateAsync({ id, language, revision })
      notify(say('content.discarded', facts))
      await (gone ? navigate({ to: paths.content(), search: {} }) : onDone())
    })
  }

  return (
    <>
      <Button
        size="medium"
        variant="ghost"
        disabledReason={held}
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
      >
        {say('content.discard', facts)}
      </Button>
      {isAsking && (
        <Opened
          title={say('content.discardSure', facts)}
          onClose={() => setAsking(false)}
          close={say('content.discardNo')}
        >
          <Form shown={form.shown} label={say('content.discard', facts)} onSubmit={discard}>
            <p className="text-small text-mut">{say('content.discardDoes')}</p>
            {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
            <Button type="submit" size="medium" variant="danger" busy={form.busy}>
              {say('content.discardYes')}
            </Button>
          </Form>
        </Opened>
      )}
    </>
  )
}
