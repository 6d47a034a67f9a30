import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

const USDT = 3
const HASH = /^0x[0-9a-fA-F]{64}$/

/** By the hash of a transaction: says what became of it, and credits nothing. */
export function FindDeposit() {
  const t = useText()
  const errorText = useErrorText()
  const [hash, setHash] = useState('')
  const [fault, setFault] = useState<string>()
  const find = useSend('/wallet/charge_req')
  function submit() {
    const account = hash.trim()
    find.reset()
    if (!HASH.test(account)) {
      setFault(t('recharge.hashRule'))
      return
    }
    setFault(undefined)
    find.mutate({ request: { currency: USDT, account } })
  }
  return (
    <details className="card group px-4">
      <summary className="flex min-h-14 cursor-pointer list-none items-center font-semibold [&::-webkit-details-marker]:hidden">
        {t('recharge.find')}
      </summary>
      <form
        className="grid gap-3 pb-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-small text-mut">{t('recharge.findWhat')}</p>
        <Field
          label={t('recharge.hash')}
          value={hash}
          onChange={(event) => setHash(event.target.value)}
          error={fault}
          autoComplete="off"
          spellCheck={false}
        />
        {find.error && <Banner tone="warn">{errorText(find.error)}</Banner>}
        {find.data && (
          <Banner tone="good">{t('recharge.found', { number: find.data.order_no })}</Banner>
        )}
        <Button type="submit" variant="ghost" busy={find.isPending}>
          {t('recharge.findIt')}
        </Button>
      </form>
    </details>
  )
}
