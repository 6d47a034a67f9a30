// @vitest-environment jsdom
import {
  listAuditChoices,
  readAuditCheck,
  readAuditLog,
  verifyAuditLog,
} from '@btbc/contract/operator/audit.ts'
import { listOperatorSessions } from '@btbc/contract/operator/access.ts'
import { LOOK } from '@btbc/contract/operator/look.ts'
import { onNotice } from '@btbc/ui/notice.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

import { AuditScreen } from './AuditScreen.tsx'

afterEach(putAway)

test('the screen shows what the last audit found, and recomputes the chain when somebody asks for it', async () => {
  const nothing = { list: [], total: 0, page: 1, limit: 50 }
  const head = 'ab'.repeat(32)
  const recompute = vi.fn<() => object>(() => ({ rows: 3, head, findings: ['row 1 was changed'] }))
  answerWith({
    ...operatorOf('auditor'),
    [readAuditLog.path]: nothing,
    [listOperatorSessions.path]: nothing,
    [listAuditChoices.path]: { operators: [], actions: [] },
    [readAuditCheck.path]: { rows: 3, head, findings: [], checked_at: AT },
    [verifyAuditLog.path]: recompute,
  })
  shown(<AuditScreen />)
  const last = await screen.findByText(/3 actions, head abab.* found one unbroken chain/)
  // Its count goes on by itself, of which nobody is told.
  expect(last.closest('[role]')?.getAttribute('role')).toBe('note')
  await queryClient.invalidateQueries()
  expect(recompute).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Recompute the chain now' }))
  await screen.findByText('row 1 was changed')
  expect(recompute).toHaveBeenCalledOnce()
})

test('whoever searches the log is told once how many were found', async () => {
  const notices: string[] = []
  const stop = onNotice(({ text }) => notices.push(text))
  const nothing = { list: [], total: 0, page: 1, limit: 50 }
  let total = 12
  answerWith({
    ...operatorOf('auditor'),
    [readAuditLog.path]: () => ({ ...nothing, total }),
    [listOperatorSessions.path]: nothing,
    [listAuditChoices.path]: { operators: [], actions: [] },
    [readAuditCheck.path]: { rows: 3, head: null, findings: [], checked_at: null },
  })
  shown(<AuditScreen />)
  const search = within(await screen.findByRole('form', { name: 'Search the audit log' }))
  fireEvent.change(search.getByLabelText('Member it was about'), { target: { value: '100001' } })
  fireEvent.click(search.getByRole('button', { name: 'Find' }))
  await vi.waitFor(() => expect(notices).toEqual(['12 actions found.']), 60_000)
  total = 13
  await queryClient.invalidateQueries()
  expect(notices).toEqual(['12 actions found.'])
  stop()
})

test('that somebody looked at a member is said in words', async () => {
  const look = {
    position: 1,
    at: AT,
    operator: { id: 1, name: 'Sue' },
    action: LOOK,
    subject: 'member 100007',
    reason: '',
    details: { opened: 'identity 12' },
    hash: 'ab'.repeat(32),
  }
  answerWith({
    ...operatorOf('auditor'),
    [readAuditLog.path]: { list: [look], total: 1, page: 1, limit: 50 },
    [listOperatorSessions.path]: { list: [], total: 0, page: 1, limit: 20 },
    [listAuditChoices.path]: { operators: [], actions: [LOOK] },
    [readAuditCheck.path]: { rows: 1, head: null, findings: [], checked_at: null },
  })
  shown(<AuditScreen />)
  const said = 'looked at the member'
  await screen.findByRole('option', { name: said })
  expect(screen.getByRole('row', { name: /member 100007/ }).textContent).toContain(said)
  expect(screen.getByText('opened identity 12')).toBeTruthy()
})
