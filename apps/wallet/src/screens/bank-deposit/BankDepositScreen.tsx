import { listBankDeposits, readBankDetails } from '@btbc/contract/bank-deposit.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { ReceiptText } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { AmountNote } from '#payments/AmountNote.tsx'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { ConfirmVoucher, type AskedVoucher } from '#screens/bank-deposit/ConfirmVoucher.tsx'
import { drawVoucher } from '#screens/bank-deposit/sample-voucher.ts'
import { useAmountFault, useTypedFault } from '#payments/rail-fault.ts'
import { Page } from '#shell/Page.tsx'
import { UploadField } from '#upload/UploadField.tsx'
import { useUpload } from '#upload/useUpload.ts'

/** A deposit by bank transfer: where to, then card number, amount and voucher. */
export function BankDepositScreen() {
  const t = useText()
  const details = useCall(readBankDetails)
  return (
    <Page title={t('rails.bank')}>
      <Loaded query={details} skeleton={<Skeleton className="h-180" />}>
        {(data) => (
          <>
            <TestNote>{t('rails.noMoney')}</TestNote>
            {data.open ? (
              <>
                <Details details={data} />
                <p className="text-mut">{t('rails.bankIntro')}</p>
                <VoucherForm details={data} />
              </>
            ) : (
              <Banner tone="warn">{t('rails.closed')}</Banner>
            )}
          </>
        )}
      </Loaded>
      <PaymentRecordsRow call={listBankDeposits} />
    </Page>
  )
}

type DetailsData = Answer<typeof readBankDetails>

function Details({ details }: { details: DetailsData }) {
  const t = useText()
  return (
    <div className="card grid gap-2 p-3">
      <CopyRow label={t('payments.bank')} value={details.bank} />
      <CopyRow label={t('rails.holder')} value={details.holder} />
      <CopyRow label={t('rails.accountNumber')} value={details.account} />
      <CopyRow label={t('rails.reference')} value={details.reference} />
    </div>
  )
}

const fieldsOfRefusals = {
  voucher_required: 'voucher',
  upload_not_found: 'voucher',
  bank_account_required: 'card',
  bank_account_invalid: 'card',
  amount_required: 'amount',
  recharge_range: 'amount',
  rail_short: 'amount',
} as const

/** Of a card number nothing is kept, as its hint says. */
const noCard = { card: '' }
const noDraft = { amount: '', voucher: '' }
type Draft = typeof noCard & typeof noDraft

function VoucherForm({ details }: { details: DetailsData }) {
  const t = useText()
  const form = useForm({
    fields: noCard,
    draft: { key: 'bank deposit', fields: noDraft },
    refusals: fieldsOfRefusals,
  })
  const { values: draft, edit, errors } = form
  const reviewed = useReview<AskedVoucher>()
  const faultsOf = useFaults(details)
  const wrong = useTypedFault(draft.amount, details)
  async function review() {
    if (form.show(faultsOf(draft))) return
    reviewed.ask({ ...draft, rate: details.rate })
  }
  return (
    <Form shown={form.shown} onSubmit={review}>
      <Field
        label={t('rails.card')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        {...form.field('card')}
        hint={t('rails.cardHint')}
      />
      <AmountField
        label={t('payments.amount')}
        value={draft.amount}
        onChange={(amount) => edit({ amount })}
        unit="BANK"
        decimals={2}
        note={<AmountNote limits={details} rate={details.rate} />}
        error={errors.amount ?? wrong}
      />
      <Voucher draft={draft} error={errors.voucher} onChange={(voucher) => edit({ voucher })} />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" aria-haspopup="dialog">
        {t('session.continue')}
      </Button>
      {reviewed.asked && (
        <ConfirmVoucher
          key={reviewed.opening}
          asked={reviewed.asked}
          {...reviewed.sheet}
          onDone={() => edit({ ...noCard, ...noDraft })}
          onRefused={(error) => {
            reviewed.close()
            form.refuse(error)
          }}
        />
      )}
    </Form>
  )
}

type VoucherProps = {
  draft: Draft
  error: string | undefined
  onChange: (id: string) => void
}

/** A picture of the member's, or a drawn one, so that nobody needs a real voucher. */
function Voucher({ draft, error, onChange }: VoucherProps) {
  const t = useText()
  const sample = useUpload('voucher', onChange)
  return (
    <>
      <UploadField
        label={t('rails.voucher')}
        purpose="voucher"
        value={draft.voucher}
        onChange={onChange}
        error={sample.failed?.text ?? error}
      />
      <Button
        variant="ghost"
        size="medium"
        busy={sample.progress !== undefined}
        icon={<ReceiptText size={20} aria-hidden />}
        onClick={() => void drawVoucher(draft).then(sample.send)}
      >
        {t('rails.sample')}
      </Button>
    </>
  )
}

/** What is missing or wrong, in the words of the seeds. */
function useFaults(details: DetailsData) {
  const t = useText()
  const amountFault = useAmountFault()
  return ({ card, amount, voucher }: Draft) => {
    const wrong = amountFault(amount, details, 'transfer.enterAmount')
    return {
      ...(voucher === '' && { voucher: t('rails.voucherRequired') }),
      ...(card.trim() === '' && { card: t('rails.cardRequired') }),
      ...(wrong !== undefined && { amount: wrong }),
    }
  }
}
