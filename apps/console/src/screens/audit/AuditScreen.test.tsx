// @vitest-environment jsdom
import {
  listAuditChoices,
  readAuditCheck,
  readAuditLog,
  verifyAuditLog,
} from '@btbc/contract/operator/audit.ts'
import { listOperatorSessions } from '@btbc/contract/operator/access.ts'
import { fireEvent, screen } from '@testing-library/react'
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
  await screen.findByText(/3 actions, head abab.* found one unbroken chain/)
  await queryClient.invalidateQueries()
  expect(recompute).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Recompute the chain now' }))
  await screen.findByText('row 1 was changed')
  expect(recompute).toHaveBeenCalledOnce()
})
