import { cancelDeal, payDeal } from '@btbc/contract/deal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { ImagePlus } from 'lucide-react'

import { useConfirmSheet } from '#confirming/useConfirmSheet.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useFiat } from '#deals/fiat.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { drawReceipt } from '#screens/deal/sample-receipt.ts'
import { Section } from '#shell/Section.tsx'
import { UploadField } from '#upload/UploadField.tsx'
import { useUpload } from '#upload/useUpload.ts'

/** While it is to be paid: the picture, which survives a reload, and that it is paid; or out of it. */
export function Paying({ deal }: { deal: Deal }) {
  const t = useText()
  const { values, edit } = useForm({
    fields: {},
    draft: { key: `payment of deal ${deal.id}`, fields: { pic: '' } },
  })
  const choose = (pic: string) => edit({ pic })
  const sample = useUpload('deal', choose)
  return (
    <Section title={t('deal.whenPaid')}>
      <div className="card grid grid-cols-1 gap-4 p-4">
        <UploadField
          label={t('deal.picture')}
          purpose="deal"
          value={values.pic}
          onChange={choose}
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
        <MarkPaid deal={deal} picture={values.pic} />
        <CancelDeal deal={deal} />
      </div>
    </Section>
  )
}

/** With the warning of what a false mark leads to. */
function MarkPaid({ deal, picture }: { deal: Deal; picture: string }) {
  const t = useText()
  const fiat = useFiat()
  const { ask, send, sheet } = useConfirmSheet(payDeal)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabledReason={picture === '' ? t('deal.needPicture') : undefined}
        onClick={ask}
      >
        {t('deal.iPaid')}
      </Button>
      <Confirm
        {...sheet}
        title={t('deal.iPaid')}
        total={{ label: t('deal.pay'), value: fiat(deal.deal_money) }}
        action={t('deal.iPaid')}
        onConfirm={() => send({ request: { id: deal.id, pic: picture } })}
      >
        <Banner tone="warn">{t('deal.paidWarning', { limit: deal.misuse.limit })}</Banner>
      </Confirm>
    </>
  )
}

function CancelDeal({ deal }: { deal: Deal }) {
  const t = useText()
  const { ask, send, sheet } = useConfirmSheet(cancelDeal)
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={ask}>
        {t('deal.cancel')}
      </Button>
      <Confirm
        {...sheet}
        title={t('deal.cancel')}
        action={t('deal.cancel')}
        danger
        onConfirm={() => send({ request: { id: deal.id } })}
      >
        <p>{t('deal.cancelBody', { count: deal.misuse.count, limit: deal.misuse.limit })}</p>
      </Confirm>
    </>
  )
}
