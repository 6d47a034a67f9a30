import { listOnlineDeposits, listPaymentMethods } from '@btbc/contract/gateway.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { AmountNote } from '#payments/AmountNote.tsx'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { ConfirmGateway, type AskedGateway } from '#screens/gateway-deposit/ConfirmGateway.tsx'
import { platformsFor, type Platform } from '#payments/gateway.ts'
import { useAmountFault, useTypedFault } from '#payments/rail-fault.ts'
import { payLinkOf } from '#screens/gateway-deposit/PayLink.tsx'
import { Returned } from '#screens/gateway-deposit/Returned.tsx'
import { Page } from '#shell/Page.tsx'

/** A deposit through the payment gateway: amount, method, receipt, and away to its page. */
export function GatewayDepositScreen() {
  const t = useText()
  const { order } = useSearch({ strict: false })
  const offer = useCall(listPaymentMethods)
  return (
    <Page title={t('rails.gateway')}>
      {order ? (
        <Returned key={order} order={order} />
      ) : (
        <Loaded query={offer} skeleton={<Skeleton className="h-61.5" />}>
          {(data) => <Offer offer={data} />}
        </Loaded>
      )}
      <PaymentRecordsRow call={listOnlineDeposits} actionOf={payLinkOf} />
    </Page>
  )
}

type OfferData = Answer<typeof listPaymentMethods>

function Offer({ offer }: { offer: OfferData }) {
  const t = useText()
  const { api, code, type } = useSearch({ strict: false })
  const [first, ...others] = platformsFor(offer.platforms, { api, code })
  if (!offer.open) return <Banner tone="warn">{t('rails.closed')}</Banner>
  if (first === undefined) return <Banner tone="bad">{t('rails.unknownWay')}</Banner>
  return <GatewayForm offer={offer} platforms={[first, ...others]} payType={type} />
}

const fieldsOfRefusals = {
  recharge_amount_required: 'amount',
  recharge_range: 'amount',
  rail_short: 'amount',
  recharge_account_required: 'account',
} as const

type GatewayFormProps = {
  offer: OfferData
  platforms: readonly [Platform, ...Platform[]]
  payType: string | undefined
}

function GatewayForm({ offer, platforms, payType }: GatewayFormProps) {
  const t = useText()
  const [code, setCode] = useState(platforms[0].code)
  const reviewed = useReview<AskedGateway>()
  const form = useForm({ fields: { amount: '', account: '' }, refusals: fieldsOfRefusals })
  const { amount, account } = form.values
  const { errors } = form
  const faultOf = useFaults(offer.left)
  const platform = platforms.find((each) => each.code === code) ?? platforms[0]
  const wrong = useTypedFault(amount, { ...platform, left: offer.left })
  async function review(chosen: Platform) {
    if (form.show(faultOf(chosen, amount, account))) return
    reviewed.ask({ platform: chosen, amount, account, payType, rate: offer.rate })
  }
  return (
    <Form shown={form.shown} onSubmit={() => review(platform)}>
      <AmountField
        label={t('payments.amount')}
        value={amount}
        onChange={(next) => form.edit({ amount: next })}
        unit="BANK"
        decimals={2}
        note={<AmountNote limits={platform} rate={offer.rate} />}
        error={errors.amount ?? wrong}
      />
      <SelectSheet
        label={t('rails.method')}
        choices={platforms.map((each) => ({ value: each.code, label: `${each.name} (TEST)` }))}
        value={platform.code}
        onChange={setCode}
      />
      {platform.asks_account && (
        <Field
          label={t('rails.account')}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          {...form.field('account')}
          hint={t('rails.accountHint')}
        />
      )}
      <Button type="submit" aria-haspopup="dialog">
        {t('session.continue')}
      </Button>
      {reviewed.asked && (
        <ConfirmGateway
          key={reviewed.opening}
          asked={reviewed.asked}
          {...reviewed.sheet}
          onRefused={(error) => {
            reviewed.close()
            form.refuse(error)
          }}
        />
      )}
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
    </Form>
  )
}

/** What is wrong with the draft, field by field, in the words of the seeds. */
function useFaults(left: string) {
  const t = useText()
  const amountFault = useAmountFault()
  return (platform: Platform, amount: string, account: string) => {
    const { min, max } = platform
    const wrong = amountFault(amount, { min, max, left }, 'rails.amountRequired')
    return {
      ...(wrong !== undefined && { amount: wrong }),
      ...(platform.asks_account &&
        account.trim() === '' && { account: t('rails.accountRequired') }),
    }
  }
}
