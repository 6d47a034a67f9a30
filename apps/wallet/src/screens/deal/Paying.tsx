import { cancelDeal, payDeal } from '@btbc/contract/deal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useFiat } from '#deals/fiat.ts'
import { useText } from '#i18n/text.ts'
import { drawReceipt } from '#screens/deal/sample-receipt.ts'
import { Section } from '#shell/Section.tsx'
import { UploadField } from '#upload/UploadField.tsx'
import { useUpload } from '#upload/useUpload.ts'

/** While it is to be paid: the picture and that it is paid, or out of it. */
export function Paying({ deal }: { deal: Deal }) {
  const t = useText()
  const [picture, setPicture] = useState('')
  const [asked, setAsked] = useState<'pay' | 'cancel'>()
  const sample = useUpload('deal', setPicture)
  return (
    <Section title={t('deal.whenPaid')}>
      <div className="card grid grid-cols-1 gap-4 p-4">
        <UploadField
          label={t('deal.picture')}
          purpose="deal"
          value={picture}
          onChange={setPicture}
          error={sample.failed?.text}
        />
        <Button
          variant="ghost"
          size="medium"
          busy={sample.progress !== undefined}
          icon={<ImagePlus size={20} aria-hidden />}
          onClick={() => void drawReceipt(deal).then(sample.send)}
        >
          {t('deal.sample')}
        </Button>
        <Button
          aria-haspopup="dialog"
          disabledReason={picture === '' ? t('deal.needPicture') : undefined}
          onClick={() => setAsked('pay')}
        >
          {t('deal.iPaid')}
        </Button>
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setAsked('cancel')}>
          {t('deal.cancel')}
        </Button>
      </div>
      <ConfirmPaid
        deal={deal}
        picture={picture}
        open={asked === 'pay'}
        onClose={() => setAsked(undefined)}
      />
      <ConfirmCancel deal={deal} open={asked === 'cancel'} onClose={() => setAsked(undefined)} />
    </Section>
  )
}

type AskProps = { deal: Deal; open: boolean; onClose: () => void }

/** With the warning of what a false mark leads to. */
function ConfirmPaid({ deal, picture, open, onClose }: AskProps & { picture: string }) {
  const t = useText()
  const fiat = useFiat()
  const errorText = useErrorText()
  const pay = useSend(payDeal, { quiet: true })
  return (
    <Confirm
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('deal.iPaid')}
      total={{ label: t('deal.pay'), value: fiat(deal.deal_money) }}
      action={t('deal.iPaid')}
      busy={pay.isPending}
      error={pay.error ? errorText(pay.error) : undefined}
      onConfirm={() =>
        pay.mutate({ request: { id: deal.id, pic: picture } }, { onSuccess: onClose })
      }
    >
      <Banner tone="warn">{t('deal.paidWarning', { limit: deal.misuse.limit })}</Banner>
    </Confirm>
  )
}

function ConfirmCancel({ deal, open, onClose }: AskProps) {
  const t = useText()
  const errorText = useErrorText()
  const cancel = useSend(cancelDeal, { quiet: true })
  return (
    <Confirm
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('deal.cancel')}
      action={t('deal.cancel')}
      danger
      busy={cancel.isPending}
      error={cancel.error ? errorText(cancel.error) : undefined}
      onConfirm={() => cancel.mutate({ request: { id: deal.id } }, { onSuccess: onClose })}
    >
      <p>{t('deal.cancelBody', { count: deal.misuse.count, limit: deal.misuse.limit })}</p>
    </Confirm>
  )
}
