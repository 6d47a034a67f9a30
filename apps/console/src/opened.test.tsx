// @vitest-environment jsdom
import { listOperatorSessions, revokeOperatorSession } from '@btbc/contract/operator/access.ts'
import { discardArticleDraft, readHouseArticle } from '@btbc/contract/operator/article.ts'
import { listHousePackets } from '@btbc/contract/operator/packet.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { listContacts, proposeContact } from '@btbc/contract/operator/support.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { SessionTable } from '#screens/audit/SessionTable.tsx'
import { ContactsScreen } from '#screens/contacts/ContactsScreen.tsx'
import { ArticleEditor } from '#screens/content/ArticleEditor.tsx'
import { PacketsScreen } from '#screens/packets/PacketsScreen.tsx'
import { articleOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const nothing = { list: [], total: 0, page: 1, limit: 20 }
const here = () => document.activeElement
const find = async (name: string) => await screen.findByRole('button', { name })
/** As by keyboard: the button has the focus. */
const press = async (name: string) => {
  const button = await find(name)
  button.focus()
  fireEvent.click(button)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('pressed twice, the button that throws a draft away throws nothing away', async () => {
  const posted = answerWith({ ...operatorOf('content'), [readHouseArticle.path]: articleOf({}) })
  shown(<ArticleEditor id={7} />)
  await press('Throw the English draft away')
  expect(here()?.textContent).toBe('Throw the English draft away?')
  fireEvent.keyDown(here() ?? document, { key: 'Escape' })
  expect(screen.queryByRole('button', { name: 'Yes, throw it away' })).toBeNull()
  expect(here()).toBe(await find('Throw the English draft away'))
  await press('Throw the English draft away')
  await press('No, keep it')
  expect(screen.queryByRole('button', { name: 'Yes, throw it away' })).toBeNull()
  expect(posted.map(({ path }) => path)).not.toContain(discardArticleDraft.path)
})

const packet = {
  id: 3,
  code: 'HELLOBTBC',
  state: 'open',
  currency: 3,
  budget: '10.00000000',
  paid: '0.00000000',
  shares: 2,
  taken: 0,
  split: 'equal',
  audience: 'all',
  ends_at: AT,
  seed_hash: 'ab',
}

test('from the end of a packet there is a way back to the one that is half typed', async () => {
  answerWith({
    ...operatorOf('finance'),
    [listHousePackets.path]: { ...nothing, list: [packet], total: 1 },
    [listProposals.path]: nothing,
  })
  shown(<PacketsScreen />)
  type('Code', 'SPRING')
  await press('End HELLOBTBC')
  expect(here()?.textContent).toBe('End HELLOBTBC')
  await press('Cancel')
  expect(here()).toBe(await find('End HELLOBTBC'))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('SPRING')
})

test('the session of another operator ends after a reason, and not at once', async () => {
  const session = { id: 5, operator: 'Omar', device: 'Firefox', ip: '127.0.0.1', yours: true }
  const open = { ...session, current: false, created_at: AT, last_seen_at: AT }
  const posted = answerWith({
    ...operatorOf('admin'),
    [listOperatorSessions.path]: { ...nothing, list: [open], total: 1 },
    [revokeOperatorSession.path]: {},
  })
  shown(<SessionTable />)
  await press('End the session of Omar, Firefox')
  expect(posted).toEqual([])
  const form = within(screen.getByRole('form', { name: 'End the session of Omar, Firefox' }))
  const reason = form.getByLabelText('Reason, for the audit log')
  fireEvent.change(reason, { target: { value: 'his machine was stolen' } })
  fireEvent.click(form.getByRole('button', { name: 'End the session' }))
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull(), 60_000)
  expect(posted).toEqual([
    { path: revokeOperatorSession.path, request: { id: 5, reason: 'his machine was stolen' } },
  ])
})

test('the form of a contact is led to, and is empty again once it is proposed', async () => {
  const texts = [{ language: 'en', name: 'Support', hours: 'Day and night' }]
  const contact = { id: 2, channel: 'telegram', number: '@btbc_help', sorts: 1, is_agent: false }
  const url = 'https://t.me/btbc_help'
  const posted = answerWith({
    ...operatorOf('content', 'support'),
    [listContacts.path]: { list: [{ ...contact, texts, url, missing: [] }], proposals: [] },
    [proposeContact.path]: {},
  })
  shown(<ContactsScreen />)
  await press('Change @btbc_help')
  expect(here()?.textContent).toBe('Change @btbc_help')
  await press('A new one instead')
  expect(here()).toBe(await find('Change @btbc_help'))
  const number = () => screen.getByLabelText<HTMLInputElement>('Name, number or address')
  fireEvent.change(number(), { target: { value: '@btbc_more' } })
  type('Name in English', 'More help')
  type('Hours in English', 'By day')
  type('Reason, for the audit log', 'one more of us')
  await press('Propose it as a whole')
  await vi.waitFor(() => expect(posted).toHaveLength(1), 60_000)
  await vi.waitFor(() => expect(number().value).toBe(''), 60_000)
})
