import type { PayWay } from '@btbc/contract/payee.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { states, type Deal } from '#deals/deal-words.ts'
import { useFiat, useFiatPrice } from '#deals/fiat.ts'
import { DealRecord } from '#deals/DealRecord.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { wayTexts } from '#payees/ways.ts'
import { Section } from '#shell/Section.tsx'

const wayOf: Readonly<Record<Deal['way_name'], PayWay>> = {
  ali_pay: 'alipay',
  we_chat: 'wechat',
  bank: 'bank',
}

/** With whom, how, and what happened when. */
export function DealFacts({ deal }: { deal: Deal }) {
  const t = useText()
  const { dateTime } = useFormats()
  const fiat = useFiat()
  const price = useFiatPrice()
  const money = useMoney()
  return (
    <Section title={t('deal.facts')}>
      <div className="card grid gap-3 p-4">
        <KeyValue
          items={[
            { label: t('deal.seller'), value: deal.seller_name },
            { label: t('deal.buyer'), value: deal.buyer_name },
            {
              label: t('deal.record', {
                name: deal.side === 'buyer' ? deal.seller_name : deal.buyer_name,
              }),
              value: <DealRecord record={deal.other} />,
            },
            { label: t('buy.way'), value: t(wayTexts[wayOf[deal.way_name]]) },
            { label: t('buy.price'), value: price(deal.price) },
            {
              label: t('transfer.amount'),
              value: `${fiat(deal.deal_money)} · ${money(deal.number, 'USDT')}`,
            },
          ]}
        />
        {deal.terms !== '' && (
          <p className="text-small wrap-anywhere whitespace-pre-line text-mut">
            {t('deal.termsOf', { terms: deal.terms })}
          </p>
        )}
        <ol
          aria-label={t('deal.timeline')}
          className="grid gap-1 border-t border-line pt-3 text-small"
        >
          {deal.timeline.map(({ at, event }) => (
            <li key={`${at} ${event}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{t(event === 'open' ? 'deal.step1' : states[event].text)}</span>
              <span className="num ml-auto text-sub">{dateTime(at)}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
