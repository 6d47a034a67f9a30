import { TERMS_LENGTH_MAX } from '@btbc/contract/deal-rules.ts'
import { addOffer, editOffer, listOffers, readSeller } from '@btbc/contract/offer.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { formatAmount, parseAmount, withoutZeros } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { inLatinDigits, toLatinDigits } from '@btbc/ui/latin-digits.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useFiatPrice } from '#deals/fiat.ts'
import { forgetDraft } from '#forms/draft.ts'
import { useForm } from '#forms/useForm.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AmountField } from '#payments/AmountField.tsx'
import type { Offer } from '#screens/seller/OfferCard.tsx'
import { OfferWays } from '#screens/seller/OfferWays.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { NextStep } from '#shell/Refused.tsx'
import { Page } from '#shell/Page.tsx'

const CENTS = 2
/** Of a new offer: its ways may have to be added on another screen first. */
const DRAFT = 'new_offer'

/** A new offer, or other terms of one there is. */
export function OfferScreen() {
  const t = useText()
  const { id } = useSearch({ strict: false })
  const seller = useCall(readSeller)
  const offers = useCall(listOffers)
  const title = t(id === undefined ? 'seller.newOffer' : 'seller.editOffer')
  return (
    <Page title={title}>
      <Loaded query={seller} skeleton={<Skeleton className="h-120" />}>
        {(bounds) => (
          <Loaded query={offers} skeleton={<Skeleton className="h-120" />}>
            {({ list }) => {
              const offer = list.find((each) => String(each.id) === id)
              if (bounds.state !== 'seller') return <Nothing why="seller.sellersOnly" />
              if (id !== undefined && !offer) return <Nothing why="seller.noSuchOffer" />
              return <OfferForm key={offer?.id} seller={bounds} offer={offer} />
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function Nothing({ why }: { why: TextKey }) {
  const t = useText()
  return (
    <Empty
      action={
        <AppLink to={paths.seller()} className={buttonClass({ size: 'medium' })}>
          {t('buy.selling')}
        </AppLink>
      }
    >
      {t(why)}
    </Empty>
  )
}

type Pricing = 'fixed' | 'follows'
type Terms = {
  pricing: Pricing
  price: string
  percent: string
  min: string
  max: string
  ways: readonly PayWay[]
  terms: string
  stock: string
}

function termsOf(offer: Offer | undefined): Terms {
  if (!offer)
    return {
      pricing: 'fixed',
      price: '',
      percent: '0',
      min: '100',
      max: '10000',
      ways: [],
      terms: '',
      stock: '',
    }
  const { price, percent, min, max, ways, terms } = offer
  return {
    pricing: percent === null ? 'fixed' : 'follows',
    price: withoutZeros(price),
    percent: withoutZeros(percent ?? '0'),
    min: withoutZeros(min),
    max: withoutZeros(max),
    ways,
    terms,
    stock: '',
  }
}

const fieldsOfRefusals = {
  offer_price_required: 'price',
  offer_price_range: 'price',
  offer_limits: 'min',
  way_unavailable: 'ways',
  text_markup: 'terms',
  text_account_number: 'terms',
  insufficient_balance: 'stock',
} as const

type OfferFormProps = { seller: Answer<typeof readSeller>; offer: Offer | undefined }

function OfferForm({ seller, offer }: OfferFormProps) {
  const t = useText()
  const { ways: chosen, ...typed } = termsOf(offer)
  const form = useForm({
    fields: { ways: chosen },
    draft: { key: offer ? '' : DRAFT, fields: typed },
    refusals: fieldsOfRefusals,
  })
  const { submit, error } = useSubmit(form.values, offer)
  const faultsOf = useFaults()
  const { values, edit, errors } = form
  return (
    <Form
      shown={form.shown}
      onSubmit={() => form.submit(faultsOf(values), submit)}
      className="card p-4"
    >
      <Price seller={seller} values={values} edit={edit} error={errors.price} />
      <AmountField
        label={t('seller.least')}
        value={values.min}
        onChange={(min) => edit({ min })}
        unit="CNY"
        decimals={CENTS}
        error={errors.min}
      />
      <AmountField
        label={t('seller.most')}
        value={values.max}
        onChange={(max) => edit({ max })}
        unit="CNY"
        decimals={CENTS}
      />
      <OfferWays chosen={values.ways} onChange={(ways) => edit({ ways })} error={errors.ways} />
      {!offer && (
        <AmountField
          label={t('seller.firstStock')}
          value={values.stock}
          onChange={(stock) => edit({ stock })}
          unit="USDT"
          all={seller.available}
          note={t('seller.inNote')}
          error={errors.stock}
        />
      )}
      <TextArea
        label={t('seller.terms')}
        hint={t('seller.termsHint')}
        maxLength={TERMS_LENGTH_MAX}
        rows={4}
        {...form.field('terms')}
      />
      {errors.form && (
        <Banner tone="bad" action={<NextStep error={error} />}>
          {errors.form}
        </Banner>
      )}
      <Button type="submit" busy={form.busy}>
        {t(offer ? 'seller.save' : 'seller.publish')}
      </Button>
    </Form>
  )
}

type PriceProps = {
  seller: Answer<typeof readSeller>
  values: Terms
  edit: (part: Partial<Terms>) => void
  error: string | undefined
}

/** A fixed price, or one that follows the reference. */
function Price({ seller, values, edit, error }: PriceProps) {
  const t = useText()
  const shown = useFiatPrice()
  const range = t('seller.priceRange', {
    min: shown(seller.price_min),
    max: shown(seller.price_max),
    reference: shown(seller.reference),
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segmented<Pricing>
        legend={t('seller.pricing')}
        options={[
          { value: 'fixed', label: t('seller.fixed') },
          { value: 'follows', label: t('seller.follows') },
        ]}
        value={values.pricing}
        onChange={(pricing) => edit({ pricing })}
      />
      {values.pricing === 'fixed' ? (
        <AmountField
          label={t('seller.price')}
          value={values.price}
          onChange={(price) => edit({ price })}
          unit="CNY"
          decimals={4}
          chips={[{ label: t('seller.atReference'), value: withoutZeros(seller.reference) }]}
          note={range}
          error={error}
        />
      ) : (
        <Field
          label={t('seller.percent')}
          // The number pad of an iPhone has no minus.
          inputMode="text"
          maxLength={6}
          {...inLatinDigits(
            { value: values.percent, onChange: ({ target }) => edit({ percent: target.value }) },
            (typed) => toLatinDigits(typed).replace(',', '.'),
          )}
          error={error}
          hint={range}
        />
      )}
    </div>
  )
}

/** What the server would refuse in any case, said at its field. */
function useFaults() {
  const t = useText()
  return ({ pricing, price, percent, min, max, ways }: Terms) => {
    const isPriced =
      pricing === 'fixed' ? isAbove(price) : /^[+-]?\d{1,2}(\.\d{1,2})?$/.test(percent)
    return {
      ...(!isPriced && { price: t('seller.needPrice') }),
      ...((!isAbove(min) || (parseAmount(min) ?? 0n) > (parseAmount(max) ?? 0n)) && {
        min: t('seller.needLimits'),
      }),
      ...(ways.length === 0 && { ways: t('seller.needWay') }),
    }
  }
}

function isAbove(amount: string): boolean {
  return (parseAmount(amount) ?? 0n) > 0n
}

function useSubmit(values: Terms, offer: Offer | undefined) {
  const navigate = useNavigate()
  const add = useSend(addOffer, { quiet: true })
  const edit = useSend(editOffer, { quiet: true })
  const submit = async () => {
    const { pricing, price, percent, min, max, ways, terms, stock } = values
    const request = {
      ...(pricing === 'fixed' ? { price } : { percent: percent.replace('+', '') }),
      min: formatAmount(parseAmount(min) ?? 0n),
      max: formatAmount(parseAmount(max) ?? 0n),
      ways: [...ways],
      terms,
    }
    if (offer) await edit.mutateAsync({ request: { id: offer.id, ...request } })
    else {
      await add.mutateAsync({ request: { ...request, stock } })
      forgetDraft(DRAFT)
    }
    await navigate({ href: paths.seller(), replace: true })
  }
  return { submit, error: add.error ?? edit.error }
}
