import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'

import type { Answer } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useForm } from '#forms/useForm.ts'
import { decimalsOf, useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { AmountField, Wrong } from '#payments/AmountField.tsx'
import { OutLimits } from '#payments/OutLimits.tsx'
import { AddressField } from '#screens/withdrawal/AddressField.tsx'
import { ConfirmOut, type AskedOut } from '#screens/withdrawal/ConfirmOut.tsx'
import { canBecomeAddress, isWhole, useQuote } from '#screens/withdrawal/quote.ts'
import { SaveAddress } from '#screens/withdrawal/SaveAddress.tsx'

type Info = Answer<typeof readWithdrawalTerms>

const emptyDraft = { address: '', amount: '' }

/** Where to, how much, what arrives; then the review. */
export function WithdrawForm({ info }: { info: Info }) {
  const t = useText()
  const errorText = useErrorText()
  const { values, edit: change } = useForm({
    fields: {},
    draft: { key: `withdrawal_${info.currency}`, fields: emptyDraft },
  })
  const { address, amount } = values
  const review = useReview<AskedOut>()
  const isAddress = isWhole(address)
  const offer = useQuote({ currency: info.currency, amount, address: isAddress ? address : '' })
  const over = useOver(info, amount)
  const reason = useReason({ info, address, amount, over, offer })
  return (
    <div className="grid gap-4">
      <Available info={info} />
      <AddressField
        value={address}
        onChange={(next) => change({ address: next })}
        error={canBecomeAddress(address) ? offer.addressFault : t('withdrawal.addressWrong')}
      />
      {isAddress && offer.addressFault === undefined && <SaveAddress address={address} />}
      <AmountField
        label={t('payments.amount')}
        value={amount}
        onChange={(next) => change({ amount: next })}
        unit={info.currency_name}
        all={smaller(info.available, info.max)}
        note={<CostLine info={info} over={over} offer={offer} />}
      />
      <OutLimits info={info} />
      {offer.failure && (
        <ErrorBlock busy={offer.isAskingAgain} onRetry={offer.askAgain}>
          {errorText(offer.failure)}
        </ErrorBlock>
      )}
      <Button
        aria-haspopup="dialog"
        busy={offer.isAsking}
        disabledReason={reason}
        onClick={() => offer.quote && review.ask({ address, quote: offer.quote, info })}
      >
        {t('withdrawal.review')}
      </Button>
      {review.asked && (
        <ConfirmOut
          key={review.opening}
          asked={review.asked}
          {...review.sheet}
          onDone={() => change(emptyDraft)}
          onStale={offer.askAgain}
        />
      )}
    </div>
  )
}

function Available({ info }: { info: Info }) {
  const t = useText()
  const { amount } = useFormats()
  const { available, currency_name: code } = info
  return (
    <section aria-label={t('withdrawal.available')} className="card grid gap-1 p-4">
      <p className="text-small text-mut">{t('withdrawal.available')}</p>
      <p className="num text-amount font-semibold wrap-anywhere">
        {amount(available, { decimals: decimalsOf(available, code), minDecimals: 2 })}{' '}
        <span className="text-small font-normal text-mut">{code}</span>
      </p>
    </section>
  )
}

type Offer = ReturnType<typeof useQuote>

/** Under the figure: what it costs and what arrives, as the server says and to the last digit: it adds up. */
function CostLine({ info, over, offer }: { info: Info; over: string | undefined; offer: Offer }) {
  const t = useText()
  const money = useMoney()
  const { quote, amountFault = over, isAsking } = offer
  if (amountFault !== undefined) return <Wrong>{amountFault}</Wrong>
  if (isAsking) return <span role="status">{t('withdrawal.checking')}</span>
  if (quote === undefined) {
    return <span className="num">{t('withdrawal.feeIs', { rate: info.rate })}</span>
  }
  if (quote.internal) return <span>{t('withdrawal.inside')}</span>
  return (
    <span className="num">
      {t('withdrawal.feeAndNet', {
        fee: money(quote.fee, info.currency_name),
        net: money(quote.net, info.currency_name),
      })}
    </span>
  )
}

/** More than there is, or than may leave now: said as it is typed, and before anything is proved. */
function useOver({ available, max }: Info, amount: string): string | undefined {
  const t = useText()
  if (isMore(amount, available)) return t('withdrawal.notEnough')
  return isMore(amount, max) ? t('withdrawal.overLimit') : undefined
}

/** Why it cannot be reviewed now, in words. */
function useReason(draft: {
  info: Info
  address: string
  amount: string
  over: string | undefined
  offer: Offer
}): string | undefined {
  const t = useText()
  const { info, address, amount, over, offer } = draft
  if (info.blocked) return t('withdrawal.blocked')
  if (over !== undefined) return over
  if (address === '') return t('withdrawal.enterAddress')
  if (!canBecomeAddress(address)) return t('withdrawal.fixFirst')
  if (!isWhole(address)) return t('withdrawal.addressShort')
  if (amount === '') return t('withdrawal.enterAmount')
  const { addressFault, amountFault, failure } = offer
  if (addressFault !== undefined || amountFault !== undefined || failure) {
    return t('withdrawal.fixFirst')
  }
  if (!info.outside && offer.quote?.internal === false) return t('withdrawal.membersOnly')
  return undefined
}

function isMore(one: string, other: string): boolean {
  return (parseAmount(one) ?? 0n) > (parseAmount(other) ?? 0n)
}

function smaller(one: string, other: string): string {
  return isMore(one, other) ? other : one
}
