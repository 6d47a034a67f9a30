// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ContactForm } from '#screens/contacts/ContactForm.tsx'
import type { Contact } from '#screens/contacts/ContactsScreen.tsx'
import { FundTermsForm } from '#screens/earn/FundTermsForm.tsx'
import { LockTermsForm } from '#screens/earn/LockTermsForm.tsx'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

/** A form that begins with what holds would take back unseen what others have agreed on meanwhile. */

afterEach(putAway)

const at = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(at(label), { target: { value } })

test('terms that others change are followed in the form of new ones, but for what is typed', () => {
  answerWith(operatorOf('finance'))
  const held = { days: 30, day_bps: 100, min: '1', effective_at: AT, is_current: true }
  const lock = (part: object) => <LockTermsForm held={{ ...held, ...part }} cover={[]} />
  const plan = shown(lock({}))
  type('Days', '20')
  plan.rerender(lock({ days: 40, day_bps: 110 }))
  expect([at('Days').value, at('Percent a day').value]).toEqual(['20', '1.1'])
  plan.unmount()

  const sold = { ...held, type: 1, day: 7, rate_bps: 100, max: '9', enable: true, start_at: AT }
  const fund = (part: object) => <FundTermsForm funds={[{ ...sold, ...part }]} cover={[]} />
  const { rerender } = shown(fund({}))
  type('At most, in USDT', '8')
  rerender(fund({ rate_bps: 120, max: '10' }))
  expect([at('At most, in USDT').value, at('Percent for the term').value]).toEqual(['8', '1.2'])
})

test('a contact that others change is followed in its form, but for what is typed', () => {
  answerWith(operatorOf('support'))
  const texts = [{ language: 'en' as const, name: 'Support', hours: 'By day' }]
  const contact: Contact = {
    id: 2,
    channel: 'telegram',
    number: '@btbc_help',
    sorts: 1,
    is_agent: false,
    texts,
    url: 'https://t.me/btbc_help',
    missing: [],
  }
  const { rerender } = shown(<ContactForm contact={contact} />)
  type('Name in English', 'Help')
  const now = { ...contact, sorts: 7, texts: [{ ...texts[0], name: 'Care', hours: 'By night' }] }
  rerender(<ContactForm contact={now as Contact} />)
  const [name, hours, order] = ['Name in English', 'Hours in English', 'Order'].map(
    (label) => at(label).value,
  )
  expect([name, hours, order]).toEqual(['Help', 'By night', '7'])
})
