import { airdropPoolNames, airdropPools } from '@btbc/contract/airdrop-rules.ts'
import { proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { ReasonForm } from '#desk/ReasonForm.tsx'
import { currencyName, money } from '#format.ts'
import { Select } from '#shell/Select.tsx'
import { useAirdrop } from '#screens/airdrops/useAirdrop.ts'

const sources = airdropPoolNames.flatMap((pool) =>
  airdropPools[pool].map((currency) => ({
    value: `${pool} ${currency}`,
    label: `${currencyName(currency)} · ${pool}`,
  })),
)

/** Counts first, then proposes to exactly those; another operator accepts. */
export function AirdropForm() {
  const { form, counted, currency, go } = useAirdrop()
  const { values } = form
  return (
    <ReasonForm
      act={proposeAirdrop}
      form={form}
      onSubmit={go}
      outlook={<Counted counted={counted} currency={currency} />}
      next={say('airdrops.next')}
      ofMoney
      button={
        counted ? say('airdrops.propose', { members: counted.members }) : say('airdrops.count')
      }
    >
      <Field
        label={say('airdrops.name')}
        maxLength={80}
        hint={say('airdrops.nameHint')}
        {...form.field('title')}
      />
      <Select
        label={say('airdrops.source')}
        value={values.source}
        onChange={(source) => form.edit({ source })}
        choices={sources}
      />
      <Field
        label={say('airdrops.each')}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      <fieldset className="grid gap-3">
        <legend className="pb-1 font-semibold">{say('airdrops.whom')}</legend>
        <p className="text-small text-mut">{say('airdrops.whomHint')}</p>
        <Checkbox
          label={say('airdrops.identity')}
          checked={values.identity}
          onChange={(identity) => form.edit({ identity })}
        />
        <Checkbox
          label={say('airdrops.active')}
          checked={values.active}
          onChange={(active) => form.edit({ active })}
        />
        <Field label={say('airdrops.from')} type="date" {...form.field('from')} />
        <Field label={say('airdrops.before')} type="date" {...form.field('before')} />
        <Field label={say('airdrops.team')} inputMode="numeric" {...form.field('team')} />
        <TextArea
          label={say('airdrops.numbers')}
          maxLength={12_000}
          hint={say('airdrops.numbersHint')}
          {...form.field('numbers')}
        />
      </fieldset>
    </ReasonForm>
  )
}

type CountedProps = Pick<ReturnType<typeof useAirdrop>, 'counted' | 'currency'>

function Counted({ counted, currency }: CountedProps) {
  return (
    <div role="status" className="grid gap-1">
      {counted && (
        <p className="num">
          {say('airdrops.counted', {
            members: counted.members,
            words: counted.words,
            total: money(counted.total, currency),
            frozen: counted.frozen,
          })}
        </p>
      )}
    </div>
  )
}
