import { changeCountry } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Section } from '#shell/Page.tsx'

const CODE = /^[a-z]{2}$/i
const NOTHING = { country: '', reason: '' }

/** A member chooses a country once; support changes it after that. */
export function CountryForm({ member: { id, country: before } }: { member: Member }) {
  const form = useForm(NOTHING, { invalid_request: 'country' })
  const { mutateAsync } = useAct(changeCountry)
  const { country, reason } = form.values
  const wrong = CODE.test(country.trim()) ? {} : { country: say('users.countryWrong') }
  const change = () =>
    form.submit({ ...wrong, ...reasonFault(reason) }, async () => {
      const { country: now } = await mutateAsync({ id, country: country.trim(), reason })
      notify(say('users.countryChanged', { country: now }))
      form.set(NOTHING)
    })
  return (
    <Section title={say('users.changeCountry')}>
      <ReasonForm
        act={changeCountry}
        form={form}
        label={say('users.changeCountry')}
        onSubmit={change}
        size="medium"
        variant="ghost"
        button={say('users.changeCountry')}
      >
        <Field
          label={say('users.newCountry', { country: before })}
          maxLength={2}
          autoComplete="off"
          {...form.field('country')}
        />
      </ReasonForm>
    </Section>
  )
}
