import { say } from '@btbc/contract/operator/operator-text.ts'
import { type listPools, proposeFunding } from '@btbc/contract/operator/pool.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import type { Answer, Ask } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { figureFaults, SOME } from '#figure-fault.ts'
import { money } from '#format.ts'
import { Select } from '#shell/Select.tsx'

type Pool = Answer<typeof listPools>[number]
type Funding = Ask<typeof proposeFunding>

/** Proposes; another operator accepts. What it says is what will be posted. */
export function FundForm({ pools }: { pools: readonly Pool[] }) {
  const { form, fillable, pool, from, source, propose } = useFunding(pools)
  return (
    <ReasonForm
      act={proposeFunding}
      form={form}
      onSubmit={propose}
      next={say('pools.next')}
      ofMoney
      button={say('pools.propose')}
    >
      <Select
        label={say('pools.pool')}
        value={form.values.poolKey}
        onChange={(poolKey) => form.edit({ poolKey })}
        choices={fillable.map((each) => ({
          value: keyOf(each),
          label: `${each.name.replace('_', ' ')} · ${each.currency_name}`,
        }))}
      />
      <Select
        label={say('pools.from')}
        value={from}
        onChange={(next) => form.edit({ from: next })}
        choices={(pool?.sources ?? []).map((name) => ({ value: name, label: name }))}
      />
      <Field
        label={say('pools.amountIn', { currency: pool?.currency_name ?? '' })}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
        hint={
          source &&
          say('pools.has', {
            name: source.name,
            amount: money(source.available, source.currency),
          })
        }
      />
    </ReasonForm>
  )
}

function keyOf(pool: Pool): string {
  return `${pool.name} ${pool.currency}`
}

function useFunding(pools: readonly Pool[]) {
  const fillable = pools.filter(({ sources }) => sources.length > 0)
  const poolFirst = fillable[0] ? keyOf(fillable[0]) : ''
  const empty = { poolKey: poolFirst, from: '', amount: '', reason: '' }
  const form = useForm(empty, { pool_source_short: 'amount' }, 'funding')
  const { poolKey, from: chosen, reason } = form.values
  const amount = form.values.amount.trim()
  const pool = fillable.find((each) => keyOf(each) === poolKey)
  const from = pool?.sources.find((name) => name === chosen) ?? pool?.sources[0] ?? ''
  const { mutateAsync } = useAct(proposeFunding)
  const source = pools.find((each) => each.name === from && each.currency === pool?.currency)

  async function propose() {
    const wrong = { ...reasonFault(reason), ...figureFaults({ amount: [amount, SOME] }) }
    await form.submit(wrong, async () => {
      if (!pool) return
      const request = { pool: pool.name, currency: pool.currency, from, amount, reason }
      await mutateAsync(request as Funding)
      notify(say('pools.proposed'))
      form.set({ amount: '', reason: '' })
    })
  }

  return { form, fillable, pool, from, source, propose }
}
