import { confirmDeal } from '@btbc/contract/deal.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import type { Deal } from '#deals/deal-words.ts'
import { useFiat } from '#deals/fiat.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { riskOf } from '#security/risk.ts'

/**
 * The seller says that the money is there, with a fresh proof: what is in escrow goes to the buyer.
 * The sheet outlives the button: the deal is finished on screen before its result has been read.
 */
export function ConfirmSale({ deal }: { deal: Deal }) {
  const t = useText()
  const money = useMoney()
  const fiat = useFiat()
  const [open, setOpen] = useState(false)
  const confirm = useSend(confirmDeal, { quiet: true })
  const request = { id: deal.id }
  return (
    <>
      {deal.can.confirm && (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('deal.received')}
        </Button>
      )}
      <MoneySheet
        open={open}
        onOpenChange={setOpen}
        title={t('deal.received')}
        send={confirm}
        lines={[{ label: t('deal.receive'), value: fiat(deal.deal_money) }]}
        total={{
          label: t('deal.toBuyer', { name: deal.buyer_name }),
          value: money(deal.number, 'USDT'),
        }}
        action={t('deal.release', { amount: money(deal.number, 'USDT') })}
        risky={riskOf(confirmDeal, request)}
        onConfirm={(proof) => confirm.mutate({ request, own: { proof } })}
        done={<Done title={t('deal.released')} />}
      >
        <p className="text-small text-mut">{t('deal.releaseNote')}</p>
      </MoneySheet>
    </>
  )
}
