import { addFeedback, replyFeedback } from '@btbc/contract/feedback.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { tellSentBefore, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { Pictures } from '#screens/feedback/Pictures.tsx'
import { useIsSending } from '#upload/useUpload.ts'

const LENGTH_MAX = 2000

type WriteFeedbackProps = {
  /** To one that is there; without it a new one. */
  to?: number
  onSent?: () => void
}

/** Words and up to four pictures; both survive a reload, as phones do one for their camera. */
export function WriteFeedback({ to, onSent }: WriteFeedbackProps) {
  const t = useText()
  const add = useSend(addFeedback, { quiet: true })
  const reply = useSend(replyFeedback, { quiet: true })
  const isSending = useIsSending()
  const form = useForm({
    fields: {},
    draft: { key: `feedback ${to ?? 'new'}`, fields: { content: '', pics: '' } },
    refusals: {
      message_empty: 'content',
      text_markup: 'content',
      upload_not_found: 'pics',
      feedback_pictures: 'pics',
    },
  })
  const { content } = form.values
  const pics = form.values.pics.split(' ').filter(Boolean)
  const isEmpty = content.trim() === '' && pics.length === 0

  const submit = () =>
    form.submit(isEmpty ? { content: t('feedback.needMessage') } : {}, async () => {
      const said = { content: content.trim(), pics }
      const onSuccess = (_answer: object, _asked: object, sentAt: number | undefined) => {
        if (sentAt === undefined) notify(t('feedback.sent'))
        else tellSentBefore(sentAt)
      }
      if (to === undefined) await add.mutateAsync({ request: said }, { onSuccess })
      else await reply.mutateAsync({ request: { id: to, ...said } }, { onSuccess })
      form.renew(form.values, { content: '', pics: '' })
      onSent?.()
    })

  return (
    <Form
      shown={form.shown}
      onSubmit={submit}
      label={t(to === undefined ? 'feedback.write' : 'feedback.add')}
    >
      <TextArea
        label={t('feedback.message')}
        hint={t('feedback.messageHint')}
        maxLength={LENGTH_MAX}
        {...form.field('content')}
      />
      <Pictures
        pics={pics}
        onChange={(next) => form.edit({ pics: next.join(' ') })}
        error={form.errors.pics}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button
        type="submit"
        busy={form.busy}
        disabledReason={isSending ? t('upload.wait') : undefined}
      >
        {t('feedback.send')}
      </Button>
    </Form>
  )
}
