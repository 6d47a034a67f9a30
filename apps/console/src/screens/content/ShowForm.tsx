import { showArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
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
    <ReasonForm
      act={showArticle}
      form={form}
      onSubmit={act}
      variant={shown ? 'primary' : 'danger'}
      button={say(shown ? 'content.putBack' : 'content.takeOff')}
    >
      <p className="text-small text-mut">
        {say(shown ? 'content.putBackNext' : 'content.takeOffNext')}
      </p>
    </ReasonForm>
  )
}
