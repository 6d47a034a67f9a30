import { publishArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { instantOf, isInstant } from '#desk/instant.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import type { Standing } from '#screens/content/ArticleEditor.tsx'
import { languageName } from '#language-names.ts'

type PublishFormProps = {
  id: number
  standing: ReadonlyMap<Language, Standing>
  onDone: () => Promise<void>
}

/** All drafts that are chosen go live together, now or at a time. */
export function PublishForm({ id, standing, onDone }: PublishFormProps) {
  const { form, drafts, publish } = usePublishing({ id, standing, onDone })
  const { left } = form.values
  if (drafts.length === 0) return <p className="card p-4 text-mut">{say('content.noDraft')}</p>
  return (
    <ReasonForm
      act={publishArticle}
      form={form}
      onSubmit={publish}
      next={say('content.publishNext')}
      button={say('content.publish')}
    >
      <fieldset className="grid gap-1">
        <legend className="text-small text-mut">{say('content.which')}</legend>
        {drafts.map(([language, { isSaved }]) => (
          <Checkbox
            key={language}
            label={
              isSaved
                ? languageName(language)
                : say('content.unsavedIn', { language: languageName(language) })
            }
            checked={!left.includes(language)}
            onChange={(chosen) =>
              form.edit({
                left: chosen ? left.filter((each) => each !== language) : [...left, language],
              })
            }
          />
        ))}
      </fieldset>
      <Field
        label={say('content.at')}
        type="datetime-local"
        hint={say('content.atHint')}
        {...form.field('at')}
      />
    </ReasonForm>
  )
}

function usePublishing({ id, standing, onDone }: PublishFormProps) {
  const form = useForm({ left: [] as Language[], at: '', reason: '' }, { article_past: 'at' })
  const { mutateAsync } = useAct(publishArticle)
  const { left, at, reason } = form.values
  const drafts = [...standing].filter(([, { revision }]) => revision > 0)
  const chosen = drafts.filter(([language]) => !left.includes(language))

  async function publish() {
    const wrong = {
      ...reasonFault(reason),
      ...(at !== '' && !isInstant(at) && { at: say('earn.timeWrong') }),
      ...(chosen.length === 0 && { form: say('content.noneChosen') }),
      ...(chosen.some(([, { isSaved }]) => !isSaved) && { form: say('content.saveFirst') }),
    }
    await form.submit(wrong, async () => {
      await mutateAsync({
        id,
        drafts: chosen.map(([language, { revision }]) => ({ language, revision })),
        reason,
        ...(at !== '' && { at: instantOf(at) }),
      })
      notify(say(at === '' ? 'content.published' : 'content.scheduled'))
      await onDone()
    })
  }

  return { form, drafts, publish }
}
