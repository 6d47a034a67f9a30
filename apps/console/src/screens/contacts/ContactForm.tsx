import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeContact } from '@btbc/contract/operator/support.ts'
import {
  type Channel,
  channels,
  CONTACT_TEXT_MAX,
  contactUrl,
} from '@btbc/contract/support-contact.ts'
import { languages } from '@btbc/contract/wire.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import { languageName } from '#language-names.ts'
import type { Contact } from '#screens/contacts/ContactsScreen.tsx'
import { Select } from '#shell/Select.tsx'

const AGENT = 'agent'
const WHOLE = /^-?\d{1,4}$/

const names = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  mail: say('contacts.mail'),
} as const satisfies Record<Channel, string>

type ContactFormProps = {
  /** Whom it changes; it makes another without. */
  contact?: Contact | undefined
  /** Why it can be changed no more. What is written stays until it is put away. */
  over?: string | undefined
  onDone?: () => void
}

/** Everything about one contact, in each language; another operator accepts it as a whole. */
export function ContactForm({ contact, over, onDone }: ContactFormProps) {
  const { form, url, propose } = useContact(contact, onDone)
  const { values } = form
  return (
    <ReasonForm
      act={proposeContact}
      form={form}
      onSubmit={propose}
      over={over}
      onPutAway={onDone}
      button={say('contacts.propose')}
    >
      <Select
        label={say('contacts.channel')}
        value={values['channel'] ?? ''}
        onChange={(channel) => form.edit({ channel })}
        choices={channels.map((value) => ({ value, label: names[value] }))}
      />
      <Field
        label={say('contacts.number')}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        maxLength={100}
        hint={url === undefined ? say('contacts.numberHint') : say('contacts.opens', { url })}
        {...form.field('number')}
      />
      <Field
        label={say('content.sorts')}
        inputMode="numeric"
        hint={say('content.sortsHint')}
        {...form.field('sorts')}
      />
      <Checkbox
        label={say('contacts.isAgent')}
        checked={values['agent'] === AGENT}
        onChange={(is) => form.edit({ agent: is ? AGENT : '' })}
      />
      {languages.map((language) => (
        <fieldset key={language} className="grid gap-3">
          <legend className="pb-1 font-semibold">{languageName(language)}</legend>
          <Field
            label={say('contacts.nameIn', { language: languageName(language) })}
            maxLength={CONTACT_TEXT_MAX}
            autoComplete="off"
            {...form.field(`name.${language}`)}
          />
          <Field
            label={say('contacts.hoursIn', { language: languageName(language) })}
            maxLength={CONTACT_TEXT_MAX}
            autoComplete="off"
            {...form.field(`hours.${language}`)}
          />
        </fieldset>
      ))}
    </ReasonForm>
  )
}

function useContact(contact: Contact | undefined, onDone: (() => void) | undefined) {
  const begun = { ...valuesOf(contact), reason: '' }
  const form = useForm<Record<string, string>>(begun, {}, contact ? undefined : 'contact')
  useFollowing(form, begun)
  const isAgent = form.values['agent'] === AGENT
  const { mutateAsync } = useAct(proposeContact)
  const { number = '', sorts = '', reason = '' } = form.values
  const channel = channels.find((each) => each === form.values['channel']) ?? 'telegram'
  const url = contactUrl(channel, number.trim())
  const said = languages.map((language) => ({
    language,
    name: (form.values[`name.${language}`] ?? '').trim(),
    hours: (form.values[`hours.${language}`] ?? '').trim(),
  }))
  const propose = () =>
    form.submit(
      {
        ...reasonFault(reason),
        ...(url === undefined && { number: say('contacts.numberWrong') }),
        ...(isAgent && channel === 'mail' && { number: say('contacts.agentWrong') }),
        ...(!WHOLE.test(sorts.trim()) && { sorts: say('content.sortsWrong') }),
        ...Object.fromEntries(said.flatMap(faultsOf)),
      },
      async () => {
        const texts = said.filter(({ name }) => name !== '')
        const id = contact ? { id: contact.id } : {}
        const terms = { channel, number: number.trim(), sorts: Number(sorts), is_agent: isAgent }
        await mutateAsync({ ...id, ...terms, texts, reason })
        notify(say('desk.proposed'))
        form.set(begun)
        onDone?.()
      },
    )
  return { form, url, propose }
}

function valuesOf(contact: Contact | undefined): Record<string, string> {
  const texts = contact?.texts ?? []
  const fields = languages.flatMap((language) => {
    const text = texts.find((each) => each.language === language)
    return [
      [`name.${language}`, text?.name ?? ''],
      [`hours.${language}`, text?.hours ?? ''],
    ] as const
  })
  return {
    channel: contact?.channel ?? 'telegram',
    number: contact?.number ?? '',
    sorts: String(contact?.sorts ?? 0),
    agent: contact?.is_agent === true ? AGENT : '',
    ...Object.fromEntries(fields),
  }
}

/** English is needed, and a language has both or none. */
function faultsOf({ language, name, hours }: { language: string; name: string; hours: string }) {
  const needed = language === 'en' || name !== '' || hours !== ''
  return [
    ...(needed && name === '' ? [[`name.${language}`, say('contacts.needed')] as const] : []),
    ...(needed && hours === '' ? [[`hours.${language}`, say('contacts.needed')] as const] : []),
  ]
}
