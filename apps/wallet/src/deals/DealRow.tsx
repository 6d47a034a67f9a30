import type { listDeals } from '@btbc/contract/deal.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { states, turnOf } from '#deals/deal-words.ts'
import { useFiat } from '#deals/fiat.ts'
import { useDue } from '#i18n/due.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

type Row = Answer<typeof listDeals>['list'][number]

/** One deal of a list: with whom, how much, how it stands and whose turn it is. */
export function DealRow({ deal }: { deal: Row }) {
  const t = useText()
  const fiat = useFiat()
  const money = useShortMoney()
  const { dateTime, amount } = useFormats()
  const isBuy = deal.type === 'buy'
  const turn = turnOf(deal)
  const { by } = deal.next
  const due = useDue()
  const { text, tone } = states[deal.state]
  return (
    <li className="border-b border-line last:border-b-0">
      <AppLink to={paths.deal(deal.id)} className="press grid gap-1 py-3">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
          <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
            {t(isBuy ? 'deal.bought' : 'deal.sold', {
              name: isBuy ? deal.seller_name : deal.buyer_name,
            })}
          </span>
          <span className="num ml-auto">{money(deal.number, 'USDT')}</span>
        </span>
        <span className="num flex flex-wrap justify-between gap-x-4 text-small text-sub">
          <span>{`#${deal.id} · ${dateTime(deal.create_time)}`}</span>
          <span className="ml-auto">
            {`${fiat(deal.deal_money)} · ${amount(deal.price, { decimals: 4, minDecimals: 2 })}`}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusPill tone={tone}>{t(text)}</StatusPill>
          {turn && (
            <span className="w-full text-small text-mut">
              {deal.state === 'disputed'
                ? due('deal.decideBy', by)
                : t(turn) + (by === null ? '' : ` · ${t('deal.by', { by: dateTime(by) })}`)}
            </span>
          )}
        </span>
      </AppLink>
    </li>
  )
}
