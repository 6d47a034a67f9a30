import { listPayableBanks, readBankWithdrawalTerms } from '@btbc/contract/bank-withdrawal.ts'
import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import type { Faults } from '@btbc/ui/useForm.ts'
import { useSettled } from '@btbc/ui/useSettled.ts'

import type { Answer } from '#api/call.ts'
import { Unheard } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useForm } from '#forms/useForm.ts'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { OutLimits } from '#payments/OutLimits.tsx'
import { ConfirmBank, type AskedBank } from '#screens/bank-withdrawal/ConfirmBank.tsx'
import {
  ANY_CARD,
  emptyDraft,
  faultOf,
  type BankDraft,
  type Platform,
} from '#screens/bank-withdrawal/form.ts'

const TEST_DIGITS = 8

type Cost = Answer<typeof readBankWithdrawalTerms>
type Info = Answer<typeof readWithdrawalTerms>

/** Bank, account, holder, amount, and what arrives; then the review. */
export function BankForm({ platform, info }: { platform: Platform; info: Info }) {
  const t = useText()
  const form = useForm({ fields: emptyDraft })
  const { values, edit: change, errors } = form
  const reviewed = useReview<AskedBank>()
  const banks = useCall(listPayableBanks, { pay_platform: platform })
  const bank = banks.data?.find(({ key }) => key === values.bank)
  const draft = { ...values, platform, bank: bank?.key ?? '' }
  const cost = useCost(draft.amount)
  async function review() {
    const fault = faultOf(draft)
    if (form.show(fault ? { [fault.field]: t(fault.text) } : {}) || !cost.exact || !bank) return
    reviewed.ask({ draft, bank: bank.name, cost: cost.exact })
  }
  return (
    <Form shown={form.shown} onSubmit={review}>
      <Unheard query={banks} />
      <Payee draft={draft} onChange={change} banks={banks.data ?? []} errors={errors} />
      <Amount
        info={info}
        draft={draft}
        onChange={change}
        cost={cost.latest}
        exact={cost.exact}
        error={errors.amount}
      />
      <Unheard query={cost.read} />
      <Button
        type="submit"
        aria-haspopup="dialog"
        busy={cost.isAsking}
        disabledReason={useReason({ draft, cost: cost.latest, isBlocked: info.blocked !== null })}
      >
        {t('withdrawal.review')}
      </Button>
      {reviewed.asked && (
        <ConfirmBank
          key={reviewed.opening}
          asked={reviewed.asked}
          {...reviewed.sheet}
          onDone={() => change({ amount: '' })}
        />
      )}
    </Form>
  )
}

type PayeeProps = PartProps & {
  banks: readonly Answer<typeof listPayableBanks>[number][]
  errors: Faults<BankDraft>
}

/** Who is paid, and where. */
function Payee({ draft, onChange, banks, errors }: PayeeProps) {
  const t = useText()
  return (
    <>
      <SelectSheet
        label={t('payments.bank')}
        choices={banks.map(({ key, name }) => ({ value: key, label: name, lang: 'en' }))}
        value={draft.bank}
        onChange={(bank) => onChange({ bank })}
        error={errors.bank}
      />
      <AccountNumber draft={draft} onChange={onChange} error={errors.number} />
      <Field
        label={t('withdrawal.holder')}
        value={draft.holder}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ holder: event.target.value })}
        error={errors.holder}
      />
      {draft.platform === ANY_CARD && (
        <>
          <Field
            label={t('withdrawal.branch')}
            value={draft.branch}
            maxLength={100}
            onChange={(event) => onChange({ branch: event.target.value })}
            error={errors.branch}
          />
          <Field
            label={t('withdrawal.area')}
            value={draft.area}
            maxLength={100}
            onChange={(event) => onChange({ area: event.target.value })}
            error={errors.area}
          />
        </>
      )}
    </>
  )
}

type PartProps = { draft: BankDraft; onChange: (next: Partial<BankDraft>) => void }

/** A real number has no business here: one button makes a test number. */
function AccountNumber({ draft, onChange, error }: PartProps & { error: string | undefined }) {
  const t = useText()
  return (
    <Field
      label={t('withdrawal.number')}
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      {...inLatinDigits({
        value: draft.number,
        onChange: ({ target }) => onChange({ number: target.value }),
      })}
      error={error}
      hint={t('withdrawal.numberHint')}
      trailing={
        <button
          type="button"
          onClick={() => onChange({ number: testNumber() })}
          className="press mr-1 min-h-11 shrink-0 rounded-control px-3 text-small font-semibold text-ac"
        >
          {t('withdrawal.useTest')}
        </button>
      }
    />
  )
}

/** No bank has numbers with letters like these. */
function testNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TEST_DIGITS))
  return `TEST-${Array.from(bytes, (byte) => byte % 10).join('')}`
}

type AmountProps = PartProps & {
  info: Info
  cost: Cost | undefined
  exact: Cost | undefined
  error: string | undefined
}

function Amount({ info, draft, onChange, cost, exact, error }: AmountProps) {
  const t = useText()
  const money = useShortMoney()
  const whole = useMoney()
  return (
    <>
      <AmountField
        label={t('payments.amount')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        unit="USDT"
        {...(cost && { all: cost.available })}
        note={
          <span className="num">
            {draft.amount !== '' && exact
              ? t('withdrawal.feeAndNet', {
                  fee: whole(exact.fee, 'USDT'),
                  net: whole(exact.units, 'BANK'),
                })
              : cost && t('withdrawal.feeIs', { rate: cost.rate })}
          </span>
        }
        error={error}
      />
      {cost && (
        <>
          <p className="num text-small text-mut">
            {t('transfer.available', { amount: money(cost.available, 'USDT') })}
          </p>
          <OutLimits info={info} span={cost} />
        </>
      )}
    </>
  )
}

/** Fee and net of what is typed, as the server reckons them; the last known terms meanwhile. */
function useCost(amount: string) {
  const settled = useSettled(amount)
  const terms = useCall(readBankWithdrawalTerms)
  const typed = useCall(readBankWithdrawalTerms, { amount: settled }, { enabled: settled !== '' })
  const exact = settled === amount ? typed.data : undefined
  return {
    latest: typed.data ?? terms.data,
    exact,
    isAsking: amount !== '' && exact === undefined && !typed.error,
    read: amount === '' ? terms : typed,
  }
}

/** Why it cannot be reviewed now, in words. What is missing in a field is said at the field. */
function useReason(parts: {
  draft: BankDraft
  cost: Cost | undefined
  isBlocked: boolean
}): string | undefined {
  const t = useText()
  const money = useShortMoney()
  const { draft, cost, isBlocked } = parts
  if (isBlocked) return t('withdrawal.blocked')
  if (draft.amount === '' || !cost) return undefined
  const amount = parseAmount(draft.amount) ?? 0n
  const units = (limit: string) => parseAmount(limit) ?? 0n
  if (amount < units(cost.min)) return t('withdrawal.low', { min: money(cost.min, 'USDT') })
  if (amount > units(cost.available)) return t('withdrawal.notEnough')
  if (amount > units(cost.max)) return t('withdrawal.overLimit')
  return undefined
}
