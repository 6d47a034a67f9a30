import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useState } from 'react'

import { errorText, type Answer, type Ask } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { money } from '#format.ts'
import { Select } from '#shell/Select.tsx'
import { TextArea } from '#shell/TextArea.tsx'

type Pool = Answer<'/pools'>[number]
type Funding = Ask<'/pool/fund'>

const AMOUNT = /^\d{1,19}(\.\d{1,8})?$/
const REASON_MIN = 3

/** Proposes; another operator accepts. What it says is what will be posted. */
export function FundForm({ pools }: { pools: readonly Pool[] }) {
  const form = useFunding(pools)
  const me = useCall('/me', {}, { refetchInterval: 60_000 })
  const mayPropose = me.data?.roles.some((role) => role === 'finance' || role === 'admin') ?? false
  const { pool, source } = form
  return (
    <form
      noValidate
      className="card grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayPropose) form.submit()
      }}
    >
      <Select
        label="Pool"
        value={form.poolKey}
        onChange={form.choosePool}
        choices={form.fillable.map((each) => ({
          value: keyOf(each),
          label: `${each.name.replace('_', ' ')} · ${each.currency_name}`,
        }))}
      />
      <Select
        label="From"
        value={form.from}
        onChange={form.setFrom}
        choices={(pool?.sources ?? []).map((name) => ({ value: name, label: name }))}
      />
      <Field
        label={`Amount in ${pool?.currency_name ?? ''}`}
        inputMode="decimal"
        autoComplete="off"
        value={form.amount}
        hint={source && `${source.name} has ${money(source.available, source.currency)}`}
        error={form.wrong === 'amount' ? 'Please enter an amount such as 250.50.' : undefined}
        onChange={(event) => form.setAmount(event.target.value.trim())}
      />
      <TextArea
        label="Reason, for the audit log"
        maxLength={500}
        value={form.reason}
        error={form.wrong === 'reason' ? 'Please give a reason of a few words.' : undefined}
        onChange={(event) => form.setReason(event.target.value)}
      />
      <p className="text-small text-mut">
        What happens next: another operator has 72 hours to accept. Nothing moves before that.
      </p>
      {form.error !== undefined && <Banner tone="bad">{form.error}</Banner>}
      <TestNote />
      <Button
        type="submit"
        busy={form.busy}
        disabledReason={mayPropose ? undefined : 'Finance and admin propose to fill pools.'}
      >
        Propose
      </Button>
    </form>
  )
}

function keyOf(pool: Pool): string {
  return `${pool.name} ${pool.currency}`
}

function useFunding(pools: readonly Pool[]) {
  const fillable = pools.filter(({ sources }) => sources.length > 0)
  const [poolKey, setPoolKey] = useState(() => (fillable[0] ? keyOf(fillable[0]) : ''))
  const pool = fillable.find((each) => keyOf(each) === poolKey)
  const [chosen, setFrom] = useState<string>()
  const from = pool?.sources.find((name) => name === chosen) ?? pool?.sources[0] ?? ''
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<'amount' | 'reason'>()
  const act = useAct('/pool/fund')
  const source = pools.find((each) => each.name === from && each.currency === pool?.currency)

  function submit() {
    if (!pool || act.isPending) return
    const fault = !AMOUNT.test(amount)
      ? 'amount'
      : reason.trim().length < REASON_MIN
        ? 'reason'
        : undefined
    setWrong(fault)
    if (fault !== undefined) return
    const request = { pool: pool.name, currency: pool.currency, from, amount, reason }
    act.mutate(request as Funding, {
      onSuccess: () => {
        notify('Proposed. Another operator has to accept.')
        setAmount('')
        setReason('')
      },
    })
  }

  return {
    fillable,
    pool,
    poolKey,
    choosePool: setPoolKey,
    from,
    setFrom,
    source,
    amount,
    setAmount,
    reason,
    setReason,
    wrong,
    busy: act.isPending,
    error: act.error ? errorText(act.error) : undefined,
    submit,
  }
}
