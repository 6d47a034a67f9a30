import { LINK_PATH, PICTURE_PATH } from '@btbc/contract/article-rules.ts'
import { arrangeArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import type { HouseArticle } from '#screens/content/ArticleEditor.tsx'

const WHOLE = /^-?\d{1,5}$/

/** What an article has once for all languages. It holds at once; what is left as it is may be another's. */
export function ArrangeForm({ article }: { article: HouseArticle }) {
  const { id, kind, slug, sorts, thumbnail, link } = article
  const held = { sorts: String(sorts), thumbnail, link: link ?? '' }
  const form = useForm(held)
  const seen = useFollowing(form, held)
  const heldFrom = useHeldFrom(arrangeArticle)
  const { mutateAsync } = useAct(arrangeArticle)
  const { values } = form
  const changed = (name: keyof typeof held) => values[name].trim() !== seen[name]

  async function arrange() {
    if (heldFrom !== undefined) return
    const isSame = !changed('sorts') && !changed('thumbnail') && !changed('link')
    const wrong = {
      ...(isSame && { form: say('setting.same') }),
      ...(!WHOLE.test(values.sorts.trim()) && { sorts: say('content.sortsWrong') }),
      ...(!PICTURE_PATH.test(values.thumbnail.trim()) && {
        thumbnail: say('content.pictureWrong'),
      }),
      ...(link !== null &&
        !LINK_PATH.test(values.link.trim()) && { link: say('content.linkWrong') }),
    }
    await form.submit(wrong, async () => {
      await mutateAsync({
        id,
        ...(changed('sorts') && { sorts: Number(values.sorts) }),
        ...(changed('thumbnail') && { thumbnail: values.thumbnail.trim() }),
        ...(changed('link') && { link: values.link.trim() }),
      })
      notify(say('content.arranged'))
    })
  }

  return (
    <Form shown={form.shown} onSubmit={arrange} className="card p-4">
      {kind === 'page' && slug === null && (
        <p className="text-small text-mut">{say('content.pageAt', { address: `/Info/${id}` })}</p>
      )}
      <Field
        label={say('content.sorts')}
        inputMode="numeric"
        hint={say('content.sortsHint')}
        {...form.field('sorts')}
      />
      <Field
        label={say('content.picture')}
        autoCapitalize="none"
        spellCheck={false}
        hint={say('content.pictureHint')}
        {...form.field('thumbnail')}
      />
      {link !== null && (
        <Field
          label={say('content.link')}
          autoCapitalize="none"
          spellCheck={false}
          hint={say('content.linkHint')}
          {...form.field('link')}
        />
      )}
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant="ghost" busy={form.busy} disabledReason={heldFrom}>
        {say('content.arrange')}
      </Button>
    </Form>
  )
}
