import { readSeller } from '@btbc/contract/offer.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { HandCoins } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AskToSell } from '#screens/seller/AskToSell.tsx'
import { Figures } from '#screens/seller/Figures.tsx'
import { Offers } from '#screens/seller/Offers.tsx'
import { Sales } from '#screens/seller/Sales.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Selling USDT: asking for it, and from then on the member's own offers. */
export function SellerScreen() {
  const t = useText()
  const seller = useCall(readSeller)
  return (
    <Page title={t('buy.selling')}>
      <Loaded query={seller} skeleton={<Skeleton className="h-80" />}>
        {(data) => <Standing seller={data} />}
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.payees()}
          icon={<HandCoins size={20} aria-hidden className="text-mut" />}
          label={t('buy.collection')}
        />
      </nav>
    </Page>
  )
}

function Standing({ seller }: { seller: Answer<typeof readSeller> }) {
  const t = useText()
  const { dateTime } = useFormats()
  switch (seller.state) {
    case 'none':
      return <AskToSell />
    case 'asked':
      return (
        <Banner>
          {t('seller.asked', {
            by: seller.decide_by === null ? '' : dateTime(seller.decide_by),
          })}
        </Banner>
      )
    case 'refused':
      return (
        <>
          <Banner tone="warn">{t('seller.refused', { reason: seller.reason ?? '' })}</Banner>
          <AskToSell />
        </>
      )
    case 'seller':
      return (
        <>
          <Sales />
          <Figures seller={seller} />
          <Offers seller={seller} />
        </>
      )
  }
}
