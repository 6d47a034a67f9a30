import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { packetAudiences, packetSplits } from '@btbc/contract/packet-rules.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { figureFaults, SOME, wholeTo } from '#figure-fault.ts'
import { Select } from '#shell/Select.tsx'

const CODE = /^[a-z\d]{6,32}$/i
const SHARES = wholeTo(10_000)
const HOURS = wholeTo(90 * 24)
const { USDT, BTBC } = currencies

/** Proposes; another operator accepts, and the budget is set aside then. */
export function PacketForm() {
  const { form, propose } = useProposing()
  return (
    <ReasonForm
      act={proposePacket}
      form={form}
      onSubmit={propose}
      next={say('packets.next')}
      ofMoney
      button={say('packets.propose')}
    >
      <Field
        label={say('packets.code')}
        autoComplete="off"
        hint={say('packets.codeHint')}
        {...form.field('code')}
      />
      <Select
        label={say('overview.currency')}
        value={form.values.currency}
        onChange={(currency) => form.edit({ currency })}
        choices={[USDT, BTBC].map(({ id, code }) => ({ value: String(id), label: code }))}
      />
      <Field label={say('packets.budget')} inputMode="decimal" {...form.field('budget')} />
      <Field label={say('packets.shares')} inputMode="numeric" {...form.field('shares')} />
      <Select
        label={say('packets.split')}
        value={form.values.split}
        onChange={(split) => form.edit({ split })}
        choices={packetSplits.map((value) => ({ value, label: value }))}
      />
      <Select
        label={say('packets.audience')}
        value={form.values.audience}
        onChange={(audience) => form.edit({ audience })}
        choices={packetAudiences.map((value) => ({ value, label: value }))}
      />
      <Field label={say('packets.hours')} inputMode="numeric" {...form.field('hours')} />
    </ReasonForm>
  )
}

const EMPTY = {
  code: '',
  currency: String(USDT.id),
  budget: '',
  shares: '1',
  split: 'equal',
  audience: 'all',
  hours: '24',
  reason: '',
}

const refusals = {
  packet_code_form: 'code',
  packet_code_taken: 'code',
  packet_budget: 'budget',
  pool_source_short: 'budget',
} as const

function useProposing() {
  const form = useForm(EMPTY, refusals, 'packet')
  const { mutateAsync } = useAct(proposePacket)
  const { code, currency, budget, shares, hours, reason } = form.values

  async function propose() {
    const wrong = {
      ...reasonFault(reason),
      ...(CODE.test(code.trim()) ? {} : { code: say('packets.codeWrong') }),
      ...figureFaults({ budget: [budget, SOME], shares: [shares, SHARES], hours: [hours, HOURS] }),
    }
    await form.submit(wrong, async () => {
      await mutateAsync({
        code: code.trim(),
        currency: Number(currency),
        budget: budget.trim(),
        shares: Number(shares),
        split: packetSplits.find((each) => each === form.values.split) ?? 'equal',
        audience: packetAudiences.find((each) => each === form.values.audience) ?? 'all',
        hours: Number(hours),
        reason,
      })
      notify(say('desk.proposed'))
      form.set(EMPTY)
    })
  }

  return { form, propose }
}
