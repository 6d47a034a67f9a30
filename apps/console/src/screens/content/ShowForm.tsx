import { showArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import type { HouseArticle } from '#screens/content/ArticleEditor.tsx'

/** Takes the whole article off, or puts it back. */
export function ShowForm({ article: { id, state } }: { article: HouseArticle }) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(showArticle)
  const shown = state === 'withdrawn'

  async function act() {
    await form.submit(reasonFault(form.values.reason), async () => {
      await mutateAsync({ id, shown, reason: form.values.reason })
      form.set({ reason: '' })
    })
  }

  return (
    <Form shown={form.shown} onSubmit={act} className="card p-4">
      <p className="text-small text-mut">
        {say(shown ? 'content.putBackNext' : 'content.takeOffNext')}
      </p>
      <TextArea label={say('desk.reason')} maxLength={500} {...form.field('reason')} />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant={shown ? 'primary' : 'danger'} busy={form.busy}>
        {say(shown ? 'content.putBack' : 'content.takeOff')}
      </Button>
    </Form>
  )
}
