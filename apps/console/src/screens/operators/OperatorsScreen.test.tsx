// @vitest-environment jsdom
import { listOperators } from '@btbc/contract/operator/hiring.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { OperatorsScreen } from '#screens/operators/OperatorsScreen.tsx'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

test('who works here, who is let in and what is proposed stand before what everybody may do', async () => {
  const nothing = { list: [], total: 0, page: 1, limit: 20 }
  const answers = { [listOperators.path]: nothing, [listProposals.path]: nothing }
  answerWith({ ...operatorOf('admin'), ...answers })
  shown(<OperatorsScreen />)
  await screen.findByText('Nothing was proposed yet.')
  const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
  expect(headings).toEqual([
    'Everybody, newest first',
    'Let somebody in',
    'Proposals about operators',
    'Who may do what',
  ])
})
