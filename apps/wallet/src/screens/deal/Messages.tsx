import { sendDealMessage } from '@btbc/contract/deal-messages.ts'
import { MESSAGE_LENGTH_MAX } from '@btbc/contract/deal-rules.ts'
import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Summary } from '@btbc/ui/Fold.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'

import { tellSentBefore, useSend } from '#api/query.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useForm } from '#forms/useForm.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { DealPicture } from '#screens/deal/DealPicture.tsx'
import { isLoggedIn } from '#session.ts'
import { Section } from '#shell/Section.tsx'
import { UploadField } from '#upload/UploadField.tsx'
import { useIsSending } from '#upload/useUpload.ts'

/** What the two say to each other, the picture of the payment among it. */
export function Messages({ deal }: { deal: Deal }) {
  const t = useText()
  const { dateTime } = useFormats()
  useRead(deal)
  const by = ({ from, at }: { from: Deal['side']; at: string }) =>
    `${t(from === deal.side ? 'deal.you' : 'deal.them')} · ${dateTime(at)}`
  const payment = deal.evidence.find(({ kind }) => kind === 'payment')
  return (
    <Section title={t('deal.messages')}>
      <div className="card grid grid-cols-1 gap-3 p-4">
        {deal.messages.length === 0 && payment === undefined && (
          <p className="text-small text-mut">{t('deal.noMessages')}</p>
        )}
        {payment && (
          <Bubble isOwn={payment.from === deal.side} by={by(payment)}>
            <p>{t('deal.picture')}</p>
            <DealPicture dealId={deal.id} picture={payment.pic} by={by(payment)} />
          </Bubble>
        )}
        <ol aria-label={t('deal.messages')} aria-live="polite" className="grid gap-3">
          {deal.messages.map((message) => (
            <li key={message.id} className="grid">
              <Bubble isOwn={message.from === deal.side} by={by(message)}>
                {message.text !== '' && (
                  <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
                )}
                {message.pic !== null && (
                  <DealPicture dealId={deal.id} picture={message.pic} by={by(message)} />
                )}
              </Bubble>
            </li>
          ))}
        </ol>
        {deal.can.message && <Composer deal={deal} />}
      </div>
    </Section>
  )
}

/** Whoever looks has read what was told of the deal: what came while they looked, too, as they leave. */
function useRead({ id, side, messages }: Deal): void {
  // A dot that stays until the next visit is no reason to disturb the reader.
  const { mutate } = useSend(markOwnNoticesRead, { quiet: true })
  const isWritten = messages.some(({ from }) => from !== side)
  useEffect(() => {
    if (!isWritten) return undefined
    const read = () => mutate({ request: { deal: id } })
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      document.removeEventListener('visibilitychange', read)
      if (isLoggedIn()) read()
    }
  }, [id, isWritten, mutate])
}

type BubbleProps = { isOwn: boolean; by: string; children: ReactNode }

function Bubble({ isOwn, by, children }: BubbleProps) {
  return (
    <div
      className={clsx(
        'grid w-fit max-w-[85%] gap-1 rounded-control px-3 py-2',
        isOwn ? 'ml-auto bg-s3' : 'bg-s2',
      )}
    >
      {children}
      <p className="num text-label text-sub">{by}</p>
    </div>
  )
}

/** What was written survives a reload, as phones do one for their camera. */
function Composer({ deal }: { deal: Deal }) {
  const t = useText()
  const send = useSend(sendDealMessage, { quiet: true })
  const isSending = useIsSending()
  const form = useForm({
    fields: {},
    draft: { key: `message in deal ${deal.id}`, fields: { text: '', pic: '' } },
    refusals: {
      message_empty: 'text',
      text_markup: 'text',
      text_account_number: 'text',
      upload_not_found: 'pic',
    },
  })
  const { text, pic } = form.values
  const isEmpty = text.trim() === '' && pic === ''
  const submit = () =>
    form.submit(isEmpty ? { text: t('deal.needMessage') } : {}, async () => {
      await send.mutateAsync(
        { request: { id: deal.id, text: text.trim(), pic } },
        {
          onSuccess: (_answer, _asked, sentAt) => tellSentBefore(sentAt),
        },
      )
      form.renew(form.values, { text: '', pic: '' })
    })
  return (
    <Form shown={form.shown} onSubmit={submit} label={t('deal.messages')}>
      <TextArea
        label={t('deal.message')}
        hint={t('deal.messageHint')}
        maxLength={MESSAGE_LENGTH_MAX}
        {...form.field('text')}
      />
      {/* Also after a reload: nobody sends a picture unseen. */}
      <details className="group" open={pic !== '' || form.errors.pic !== undefined || undefined}>
        <Summary className="text-ac">{t('deal.addPicture')}</Summary>
        <UploadField
          label={t('deal.messagePicture')}
          purpose="deal"
          value={pic}
          onChange={(id) => form.edit({ pic: id })}
          error={form.errors.pic}
        />
      </details>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button
        type="submit"
        variant="ghost"
        size="medium"
        busy={form.busy}
        disabledReason={isSending ? t('upload.wait') : undefined}
      >
        {t('deal.send')}
      </Button>
    </Form>
  )
}
