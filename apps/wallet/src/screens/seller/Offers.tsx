import { listOffers, type readSeller } from '@btbc/contract/offer.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useFiatPrice } from '#deals/fiat.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { OfferCard, type Offer } from '#screens/seller/OfferCard.tsx'
import { MoveStock } from '#screens/seller/MoveStock.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

type Seller = Answer<typeof readSeller>
export type Moving = { offer: Offer; way: 'in' | 'out' }

/** The member's own offers, and what bounds them. */
export function Offers({ seller }: { seller: Seller }) {
  const t = useText()
  const money = useShortMoney()
  const price = useFiatPrice()
  return (
    <>
      <div className="card p-4">
        <KeyValue
          items={[
            { label: t('seller.available'), value: money(seller.available, 'USDT') },
            { label: t('seller.reference'), value: price(seller.reference) },
            {
              label: t('seller.bounds'),
              value: `${price(seller.price_min)} – ${price(seller.price_max)}`,
            },
          ]}
        />
        <p className="pt-2 text-small text-sub">{t('seller.referenceNote')}</p>
      </div>
      <OfferList seller={seller} />
      <AppLink to={paths.offer()} className={buttonClass()}>
        {t('seller.newOffer')}
      </AppLink>
    </>
  )
}

/** Of whoever is no seller any more, what is left, to be taken out; nothing of who never was one. */
export function OfferList({ seller }: { seller: Seller }) {
  const t = useText()
  const offers = useCall(listOffers)
  const moving = useReview<Moving>()
  const isSeller = seller.state === 'seller'
  if (!isSeller && (offers.data?.list.length ?? 0) === 0) return null
  return (
    <>
      <Section title={t('seller.offers')}>
        <Loaded query={offers} skeleton={<Skeleton className="h-60" />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty card>{t('seller.noOffers')}</Empty>
            ) : (
              <ul className="grid grid-cols-1 gap-3">
                {list.map((offer) => (
                  <OfferCard
                    key={offer.id}
                    offer={offer}
                    isSeller={isSeller}
                    onMove={(way) => moving.ask({ offer, way })}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {moving.asked && (
        <Sheet
          {...moving.sheet}
          title={t(moving.asked.way === 'in' ? 'seller.stockIn' : 'seller.stockOut')}
        >
          <MoveStock
            key={moving.opening}
            moving={moving.asked}
            available={seller.available}
            onClose={moving.close}
          />
        </Sheet>
      )}
    </>
  )
}
