import { blockMember } from '@btbc/contract/deal-standing.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useText } from '#i18n/text.ts'

/** Never to meet the other side again, or to meet them after all. */
export function Block({ deal }: { deal: Deal }) {
  const t = useText()
  const errorText = useErrorText()
  const block = useSend(blockMember, { quiet: true })
  const [open, setOpen] = useState(false)
  const name = deal.side === 'buyer' ? deal.seller_name : deal.buyer_name
  const send = (blocked: boolean) =>
    block.mutate({ request: { id: deal.id, blocked } }, { onSuccess: () => setOpen(false) })
  if (deal.is_blocked) {
    return (
      <>
        <Banner>{t('deal.isBlocked', { name })}</Banner>
        <Button variant="ghost" busy={block.isPending} onClick={() => send(false)}>
          {t('deal.unblock')}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('deal.block', { name })}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('deal.block', { name })}
        action={t('deal.block', { name })}
        danger
        busy={block.isPending}
        error={block.error ? errorText(block.error) : undefined}
        onConfirm={() => send(true)}
      >
        <p>{t('deal.blockBody')}</p>
      </Confirm>
    </>
  )
}
