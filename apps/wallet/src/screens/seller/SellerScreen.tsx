import { readSeller } from '@btbc/contract/offer.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { HandCoins } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useDue } from '#i18n/due.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AskToSell } from '#screens/seller/AskToSell.tsx'
import { Figures } from '#screens/seller/Figures.tsx'
import { OfferList, Offers } from '#screens/seller/Offers.tsx'
import { Sales } from '#screens/seller/Sales.tsx'
import { Unprotected } from '#screens/seller/Unprotected.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Selling USDT: asking for it, and from then on the member's own offers. */
export function SellerScreen() {
  const t = useText()
  const seller = useCall(readSeller)
  return (
    <Page title={t('buy.selling')}>
      <Loaded query={seller} skeleton={<Skeleton className="h-142" />}>
        {(data) => <Standing seller={data} />}
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.payees()} Icon={HandCoins} label={t('buy.collection')} />
      </nav>
    </Page>
  )
}

function Standing({ seller }: { seller: Answer<typeof readSeller> }) {
  const t = useText()
  const due = useDue()
  switch (seller.state) {
    case 'none':
      return <AskToSell seller={seller} />
    case 'asked':
      return (
        <>
          <Banner>{due('seller.asked', seller.decide_by)}</Banner>
          <OfferList seller={seller} />
        </>
      )
    case 'refused':
      return (
        <>
          <Banner tone="warn">{t('seller.refused', { reason: seller.reason ?? '' })}</Banner>
          <OfferList seller={seller} />
          <AskToSell seller={seller} />
        </>
      )
    case 'ended':
      return (
        <>
          <Banner tone="warn">{t('seller.ended', { reason: seller.reason ?? '' })}</Banner>
          <Sales />
          <OfferList seller={seller} />
          <AskToSell seller={seller} />
        </>
      )
    case 'seller':
      return (
        <>
          {!seller.is_protected && <Unprotected />}
          <Sales />
          <Figures seller={seller} />
          <Offers seller={seller} />
        </>
      )
  }
}
