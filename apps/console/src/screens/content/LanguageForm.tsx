import { BODY_MAX, SUMMARY_MAX, TITLE_MAX } from '@btbc/contract/article-rules.ts'
import { saveArticleDraft } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import { useState } from 'react'

import { CallRefused } from '@btbc/client/client.ts'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import type { HouseArticle, Standing } from '#screens/content/ArticleEditor.tsx'
import { languageName } from '#language-names.ts'
import { DiscardDraft } from '#screens/content/DiscardDraft.tsx'
import { Preview } from '#screens/content/Preview.tsx'

type LanguageFormProps = {
  article: HouseArticle
  text: HouseArticle['texts'][number]
  isOpen: boolean
  onStanding: (language: Language, standing: Standing) => void
  onReload: () => Promise<void>
}

/** The draft of one language beside what members would see of it. */
export function LanguageForm({ article, text, isOpen, onStanding, onReload }: LanguageFormProps) {
  const { form, save, revision, isChanged, changed } = useSaving({ article, text, onStanding })
  const isBanner = article.kind === 'banner'
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Form
        shown={form.shown}
        onSubmit={save}
        label={languageName(text.language)}
        className="card content-start p-4"
      >
        <Field
          label={say(isBanner ? 'content.bannerText' : 'content.title')}
          maxLength={TITLE_MAX}
          {...changed(form.field('title'))}
        />
        {!isBanner && (
          <>
            <TextArea
              label={say('content.summary')}
              maxLength={SUMMARY_MAX}
              {...changed(form.field('summary'))}
            />
            <TextArea
              label={say('content.body')}
              rows={18}
              maxLength={BODY_MAX}
              hint={say('content.bodyHint')}
              {...changed(form.field('body'))}
            />
          </>
        )}
        <Saved text={text} />
        {form.errors.form && (
          <Banner
            tone="bad"
            action={
              isChanged && (
                <Button size="medium" variant="ghost" onClick={() => void onReload()}>
                  {say('content.reload')}
                </Button>
              )
            }
          >
            {form.errors.form}
          </Banner>
        )}
        <Button type="submit" busy={form.busy}>
          {say('content.save', { language: languageName(text.language) })}
        </Button>
      </Form>
      {isOpen && <Preview kind={article.kind} thumbnail={article.thumbnail} {...form.values} />}
      {revision > 0 && (
        <DiscardDraft id={article.id} text={{ ...text, revision }} onDone={onReload} />
      )}
    </div>
  )
}

function Saved({ text: { saved, revision } }: { text: HouseArticle['texts'][number] }) {
  if (saved === null) return <p className="text-small text-mut">{say('content.neverWritten')}</p>
  const facts = { name: saved.by?.name ?? say('content.house'), at: dateTime(saved.at) }
  return (
    <p className="text-small text-mut">
      {say(revision > 0 ? 'content.draftBy' : 'content.versionBy', facts)}
    </p>
  )
}

const AT_THE_TEXT = {
  article_address: 'body',
  article_picture: 'body',
  article_alt: 'body',
} as const

function useSaving({
  article,
  text,
  onStanding,
}: Pick<LanguageFormProps, 'article' | 'text' | 'onStanding'>) {
  const { language } = text
  const form = useForm({ title: text.title, summary: text.summary, body: text.body }, AT_THE_TEXT)
  const [revision, setRevision] = useState(text.revision)
  const { mutateAsync, error } = useAct(saveArticleDraft)
  const { title, summary, body } = form.values

  async function save() {
    const wrong = {
      ...(title.trim() === '' && { title: say('content.titleNeeded') }),
      ...(body.trim() === '' && article.kind !== 'banner' && { body: say('content.bodyNeeded') }),
    }
    await form.submit(wrong, async () => {
      const draft = { id: article.id, language, title, summary, body, revision }
      const saved = await mutateAsync(draft)
      setRevision(saved.revision)
      onStanding(language, { revision: saved.revision, isSaved: true })
      notify(say('content.saved', { language: languageName(language) }))
    })
  }

  /** Whatever is typed is not saved yet. */
  const changed = (field: TextField): TextField => ({
    ...field,
    onChange: (event) => {
      field.onChange(event)
      onStanding(language, { revision, isSaved: false })
    },
  })

  return {
    form,
    save,
    revision,
    changed,
    isChanged: error instanceof CallRefused && error.code === 'article_changed',
  }
}
