import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Fold } from '@btbc/ui/Fold.tsx'
import { Form } from '@btbc/ui/Form.tsx'

import { useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'

const USDT = currencies.USDT.id
const HASH = /^0x[0-9a-fA-F]{64}$/

/** By the hash of a transaction: says what became of it, and credits nothing. */
export function FindDeposit() {
  const t = useText()
  const form = useForm({ fields: { hash: '' } })
  const find = useSend(requestCredit, { quiet: true })
  async function submit() {
    const account = form.values.hash.trim()
    find.reset()
    await form.submit(HASH.test(account) ? {} : { hash: t('recharge.hashRule') }, () =>
      find.mutateAsync({ request: { currency: USDT, account } }),
    )
  }
  return (
    <Fold title={t('recharge.find')}>
      <Form shown={form.shown} onSubmit={submit}>
        <p className="text-small text-mut">{t('recharge.findWhat')}</p>
        <Field
          label={t('recharge.hash')}
          {...form.field('hash')}
          autoComplete="off"
          spellCheck={false}
        />
        {form.errors.form && <Banner tone="warn">{form.errors.form}</Banner>}
        {find.data && (
          <Banner tone="good">{t('recharge.found', { number: find.data.order_no })}</Banner>
        )}
        <Button type="submit" variant="ghost" busy={form.busy}>
          {t('recharge.findIt')}
        </Button>
      </Form>
    </Fold>
  )
}
