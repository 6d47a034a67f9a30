import { CallRefused } from '@btbc/client/client.ts'
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
import { useEffect, useEffectEvent, useState } from 'react'

import { useAct } from '#api/query.ts'
import { forgetDraft, keptDraft, useKept } from '#desk/drafts.ts'
import { useHeldFrom } from '#desk/operator.ts'
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
  const { form, save, revision, isChanged, ...typed } = useSaving({ article, text, onStanding })
  const held = useHeldFrom(saveArticleDraft)
  const isBanner = article.kind === 'banner'
  const reload = async () => {
    typed.forget()
    await onReload()
  }
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Form
        shown={form.shown}
        onSubmit={async () => {
          if (held === undefined) await save()
        }}
        label={languageName(text.language)}
        className="card content-start p-4"
      >
        <Field
          label={say(isBanner ? 'content.bannerText' : 'content.title')}
          maxLength={TITLE_MAX}
          {...form.field('title')}
        />
        {!isBanner && (
          <>
            <TextArea
              label={say('content.summary')}
              maxLength={SUMMARY_MAX}
              {...form.field('summary')}
            />
            <TextArea
              label={say('content.body')}
              rows={18}
              maxLength={BODY_MAX}
              hint={say('content.bodyHint')}
              {...form.field('body')}
            />
          </>
        )}
        <Saved text={text} />
        {typed.isFoundAgain && !form.errors.form && (
          <Banner action={<Reload onReload={reload} />}>{say('content.foundAgain')}</Banner>
        )}
        {form.errors.form && (
          <Banner tone="bad" action={isChanged && <Reload onReload={reload} />}>
            {form.errors.form}
          </Banner>
        )}
        <Button type="submit" busy={form.busy} disabledReason={held}>
          {say('content.save', { language: languageName(text.language) })}
        </Button>
      </Form>
      {isOpen && <Preview kind={article.kind} thumbnail={article.thumbnail} {...form.values} />}
      {revision > 0 && (
        <DiscardDraft id={article.id} text={{ ...text, revision }} onDone={reload} />
      )}
    </div>
  )
}

function Reload({ onReload }: { onReload: () => Promise<void> }) {
  return (
    <Button size="medium" variant="ghost" onClick={() => void onReload()}>
      {say('content.reload')}
    </Button>
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
  article: { id, kind },
  text,
  onStanding,
}: Pick<LanguageFormProps, 'article' | 'text' | 'onStanding'>) {
  const { language } = text
  const name = `article ${id} ${language}`
  // With the revision that it follows from: what somebody else has saved since is not written over.
  const [begun] = useState(() => keptDraft(name, { ...wordsOf(text), revision: text.revision }))
  const [isFound, setFound] = useState(begun !== undefined)
  const form = useForm(wordsOf(begun ?? text), AT_THE_TEXT)
  const [saved, setSaved] = useState(wordsOf(text))
  const [revision, setRevision] = useState(begun?.revision ?? text.revision)
  const { mutateAsync, error } = useAct(saveArticleDraft)
  const { title, summary, body } = form.values
  const isSaved = title === saved.title && summary === saved.summary && body === saved.body
  const tell = useEffectEvent(onStanding)
  useEffect(() => tell(language, { revision, isSaved }), [language, revision, isSaved])
  useKept(name, isSaved ? undefined : { ...form.values, revision })

  async function save() {
    const wrong = {
      ...(title.trim() === '' && { title: say('content.titleNeeded') }),
      ...(body.trim() === '' && kind !== 'banner' && { body: say('content.bodyNeeded') }),
    }
    await form.submit(wrong, async () => {
      const words = { title, summary, body }
      const now = await mutateAsync({ id, language, ...words, revision })
      setRevision(now.revision)
      // And not what was typed meanwhile.
      setSaved(words)
      setFound(false)
      notify(say('content.saved', { language: languageName(language) }))
    })
  }

  return {
    form,
    save,
    revision,
    isFoundAgain: isFound && !isSaved,
    forget: () => forgetDraft(name),
    isChanged: error instanceof CallRefused && error.code === 'article_changed',
  }
}

type Words = Pick<HouseArticle['texts'][number], 'title' | 'summary' | 'body'>

function wordsOf({ title, summary, body }: Words): Words {
  return { title, summary, body }
}
