import { CopyRow } from '@btbc/ui/CopyRow.tsx'

import type { Deal } from '#deals/deal-words.ts'
import { useFiat, useFiatPrice } from '#deals/fiat.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'

const plain = (amount: string) => amount.replace(/0{1,6}$/, '')

/** How much, always in sight while it runs. */
export function Pinned({ deal }: { deal: Deal }) {
  const t = useText()
  const fiat = useFiat()
  const price = useFiatPrice()
  const money = useShortMoney()
  const isBuyer = deal.side === 'buyer'
  const toPay = deal.state === 'open' ? 'deal.pay' : 'deal.youPaid'
  return (
    <div className="sticky top-9 z-10 card grid gap-2 p-3">
      <CopyRow
        label={t(isBuyer ? toPay : 'deal.receive')}
        value={plain(deal.deal_money)}
        shown={fiat(deal.deal_money)}
      />
      <p className="num px-1 text-small text-mut">
        {t(isBuyer ? 'deal.forYou' : 'deal.forThem', {
          amount: money(deal.number, 'USDT'),
          price: price(deal.price),
        })}
      </p>
    </div>
  )
}
