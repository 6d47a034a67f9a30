import { changeCountry } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Section } from '#shell/Page.tsx'

const CODE = /^[a-z]{2}$/i

/** A member chooses a country once; support changes it after that. */
export function CountryForm({ member: { id, country: before } }: { member: Member }) {
  const form = useForm({ country: '', reason: '' }, { invalid_request: 'country' })
  const { mutateAsync } = useAct(changeCountry)
  const { country, reason } = form.values
  const wrong = CODE.test(country.trim()) ? {} : { country: say('users.countryWrong') }
  const change = () =>
    form.submit({ ...wrong, ...reasonFault(reason) }, async () => {
      const { country: now } = await mutateAsync({ id, country: country.trim(), reason })
      notify(say('users.countryChanged', { country: now }))
    })
  return (
    <Section title={say('users.changeCountry')}>
      <Form
        shown={form.shown}
        label={say('users.changeCountry')}
        className="card p-4"
        onSubmit={change}
      >
        <Field
          label={say('users.newCountry', { country: before })}
          maxLength={2}
          autoComplete="off"
          {...form.field('country')}
        />
        <TextArea label={say('desk.reason')} maxLength={500} {...form.field('reason')} />
        {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
        <Button type="submit" size="medium" variant="ghost" busy={form.busy}>
          {say('users.changeCountry')}
        </Button>
      </Form>
    </Section>
  )
}
