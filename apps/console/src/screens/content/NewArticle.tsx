import { type ArticleKind, articleKinds, TITLE_MAX } from '@btbc/contract/article-rules.ts'
import { addArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { useNavigate } from '@tanstack/react-router'

import { useAct } from '#api/query.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { useForm } from '#desk/useForm.ts'
import { paths } from '#paths.ts'
import { Select } from '#shell/Select.tsx'

const names = {
  notice: say('content.one.notice'),
  news: say('content.one.news'),
  page: say('content.one.page'),
  banner: say('content.one.banner'),
} as const satisfies Record<ArticleKind, string>

/** Begins an article with its English title; nothing is published by it. */
export function NewArticle() {
  const form = useForm({ kind: 'notice', title: '' })
  const { mutateAsync } = useAct(addArticle)
  const held = useHeldFrom(addArticle)
  const navigate = useNavigate()
  const { kind, title } = form.values

  async function add() {
    if (held !== undefined) return
    const wrong = title.trim() === '' ? { title: say('content.titleNeeded') } : {}
    await form.submit(wrong, async () => {
      const { id } = await mutateAsync({
        kind: articleKinds.find((each) => each === kind) ?? 'notice',
        title: title.trim(),
      })
      await navigate({ to: paths.content(), search: { id } })
    })
  }

  return (
    <Form shown={form.shown} className="card p-4" onSubmit={add}>
      <Select
        label={say('content.kind')}
        value={kind}
        onChange={(next) => form.edit({ kind: next })}
        choices={articleKinds.map((value) => ({ value, label: names[value] }))}
      />
      <Field
        label={say('content.englishTitle')}
        maxLength={TITLE_MAX}
        autoComplete="off"
        {...form.field('title')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" busy={form.busy} disabledReason={held}>
        {say('content.begin')}
      </Button>
    </Form>
  )
}
