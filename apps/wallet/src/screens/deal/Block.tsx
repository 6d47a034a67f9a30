import { blockMember } from '@btbc/contract/deal-standing.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'

import { useSend } from '#api/query.ts'
import { useConfirmSheet } from '#confirming/useConfirmSheet.ts'
import type { Deal } from '#deals/deal-words.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'

/** Never to meet the other side again, or to meet them after all. */
export function Block({ deal }: { deal: Deal }) {
  const { id, side, seller_name: seller, buyer_name: buyer } = deal
  const member = { id, name: side === 'buyer' ? seller : buyer }
  return deal.is_blocked ? <Blocked {...member} /> : <NotBlocked {...member} />
}

type MemberProps = { id: number; name: string }

function Blocked({ id, name }: MemberProps) {
  const t = useText()
  const unblock = useSend(blockMember, { quiet: true })
  return (
    <>
      <Banner>{t('deal.isBlocked', { name })}</Banner>
      <Refused error={unblock.error} />
      <Button
        variant="ghost"
        busy={unblock.isPending}
        onClick={() => unblock.mutate({ request: { id, blocked: false } })}
      >
        {t('deal.unblock')}
      </Button>
    </>
  )
}

function NotBlocked({ id, name }: MemberProps) {
  const t = useText()
  const { ask, send, sheet } = useConfirmSheet(blockMember)
  const block = t('deal.block', { name })
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={ask}>
        {block}
      </Button>
      <Confirm
        {...sheet}
        title={block}
        action={block}
        danger
        onConfirm={() => send({ request: { id, blocked: true } })}
      >
        <p>{t('deal.blockBody')}</p>
      </Confirm>
    </>
  )
}
