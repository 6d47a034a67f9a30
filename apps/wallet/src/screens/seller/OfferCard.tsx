import { pauseOffer, type listOffers } from '@btbc/contract/offer.ts'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useFiat, useFiatPrice } from '#deals/fiat.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { wayTexts } from '#payees/ways.ts'
import { AppLink } from '#shell/AppLink.tsx'

export type Offer = Answer<typeof listOffers>['list'][number]
type OfferCardProps = {
  offer: Offer
  /** Whoever is none any more can only take out what is left. */
  isSeller: boolean
  onMove: (way: 'in' | 'out') => void
}

/** One offer as buyers would find it, and what its seller can do with it. */
export function OfferCard({ offer, isSeller, onMove }: OfferCardProps) {
  const t = useText()
  const fiat = useFiat()
  const price = useFiatPrice()
  const money = useShortMoney()
  const named = (action: string) => `${action}: ${price(offer.price)}`
  return (
    <li className="card grid min-w-0 grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="num text-section font-semibold">{price(offer.price)}</h3>
        <OfferState offer={offer} />
      </div>
      <Percent offer={offer} />
      <KeyValue
        items={[
          { label: t('seller.limits'), value: `${fiat(offer.min)} – ${fiat(offer.max)}` },
          { label: t('seller.ways'), value: offer.ways.map((way) => t(wayTexts[way])).join(', ') },
          { label: t('seller.stock'), value: money(offer.stock, 'USDT') },
          { label: t('seller.inDeals'), value: money(offer.in_deals, 'USDT') },
        ]}
      />
      {offer.terms !== '' && (
        <p className="text-small wrap-anywhere whitespace-pre-line text-mut">{offer.terms}</p>
      )}
      {isSeller && <Shown offer={offer} />}
      <div
        className={isSeller ? 'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2' : 'grid'}
      >
        {isSeller && (
          <Button
            variant="ghost"
            size="medium"
            aria-haspopup="dialog"
            aria-label={named(t('seller.in'))}
            onClick={() => onMove('in')}
          >
            {t('seller.in')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="medium"
          aria-haspopup="dialog"
          aria-label={named(t('seller.out'))}
          onClick={() => onMove('out')}
        >
          {t('seller.out')}
        </Button>
        {isSeller && (
          <AppLink
            to={paths.offer(offer.id)}
            aria-label={named(t('seller.edit'))}
            className={buttonClass({ variant: 'ghost', size: 'medium' })}
          >
            {t('seller.edit')}
          </AppLink>
        )}
      </div>
    </li>
  )
}

function OfferState({ offer }: { offer: Offer }) {
  const t = useText()
  if (offer.paused) return <StatusPill tone="idle">{t('seller.paused')}</StatusPill>
  return offer.is_live ? (
    <StatusPill tone="good">{t('seller.live')}</StatusPill>
  ) : (
    <StatusPill tone="waiting">{t('seller.notLive')}</StatusPill>
  )
}

function Percent({ offer: { percent } }: { offer: Offer }) {
  const t = useText()
  const { amount } = useFormats()
  if (percent === null) return null
  const shown = amount(percent, { signed: true, minDecimals: 0 })
  return <p className="num text-small text-mut">{t('seller.percentOf', { percent: shown })}</p>
}

/** Whether buyers find it. */
function Shown({ offer }: { offer: Offer }) {
  const t = useText()
  const price = useFiatPrice()
  const pause = useSend(pauseOffer)
  return (
    <Switch
      label={
        <>
          {t('seller.shown')}
          <span className="sr-only"> ({price(offer.price)})</span>
        </>
      }
      hint={t(offer.is_live || offer.paused ? 'seller.shownHint' : 'seller.notLiveWhy')}
      checked={!offer.paused}
      onChange={(isShown) => {
        if (!pause.isPending) pause.mutate({ request: { id: offer.id, paused: !isShown } })
      }}
    />
  )
}
