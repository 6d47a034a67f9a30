// @vitest-environment jsdom
import { listContacts, proposeContact } from '@btbc/contract/operator/support.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { queryClient } from '#api/query.ts'
import { type Contact, ContactsScreen } from '#screens/contacts/ContactsScreen.tsx'
import { answerWith, openScreen, operatorOf, putAway } from '#testing/console.tsx'

afterEach(putAway)

const contact: Contact = {
  id: 2,
  channel: 'telegram',
  number: '@btbc_help',
  sorts: 1,
  is_agent: false,
  texts: [{ language: 'en', name: 'Support', hours: 'By day' }],
  url: 'https://t.me/btbc_help',
  missing: [],
}

test('what is written about a contact stays, held, when others take the contact off', async () => {
  let list = [contact]
  const posted = answerWith({
    ...operatorOf('support'),
    [listContacts.path]: () => ({ list, proposals: [] }),
  })
  openScreen(ContactsScreen)
  fireEvent.click(await screen.findByRole('button', { name: 'Change @btbc_help' }))
  const name = screen.getByLabelText<HTMLInputElement>('Name in Korean')
  fireEvent.change(name, { target: { value: '고객센터' } })
  list = []
  await act(async () => await queryClient.invalidateQueries())
  await screen.findByText(/^This was decided meanwhile\./)
  expect(name.isConnected).toBe(true)
  expect(name.value).toBe('고객센터')
  fireEvent.submit(name.closest('form') ?? document.body)
  expect(posted.filter(({ path }) => path === proposeContact.path)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Put away what I wrote' }))
  await waitFor(() => expect(name.isConnected).toBe(false))
})
