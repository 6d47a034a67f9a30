// @vitest-environment jsdom
import { readCase } from '@btbc/contract/operator/case.ts'
import { readDispute } from '@btbc/contract/operator/dispute.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { CasePanel } from '#desk/CasePanel.tsx'
import { DisputePanel } from '#screens/disputes/DisputePanel.tsx'
import { caseOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const nothing = () => undefined
const wayTo = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

test('from a case and from a dispute there is a way to each member it is about', async () => {
  const record = { last: 1, finished: 0, cancelled: 0, disputed: 1, misuse: 0 }
  const dispute = {
    id: 5,
    state: 'disputed',
    buyer: { id: 100_008, name: 'b***b' },
    seller: { id: 100_009, name: 's***r' },
    number: '100',
    fiat: '720',
    way: 'bank',
    opened_at: AT,
    opened_by: null,
    due_at: AT,
    to_buyer: null,
    terms: '',
    buyer_reads: 'en',
    seller_reads: 'spa',
    buyer_statement: null,
    seller_statement: null,
    checklist: [],
    messages: [],
    pictures: [],
    timeline: [],
    buyer_record: record,
    seller_record: record,
    proposal: null,
    may_propose: true,
    history: [],
  }
  answerWith({
    ...operatorOf('support'),
    [readCase.path]: caseOf(7, {}),
    [readDispute.path]: dispute,
  })
  const { unmount } = shown(<CasePanel queue="identity" id={7} onClose={nothing} />)
  expect(await wayTo('Name 7 · member 100007')).toBe('/users?id=100007')
  unmount()
  shown(<DisputePanel id={5} onClose={nothing} />)
  expect(await wayTo('Buyer b***b')).toBe('/users?id=100008')
  expect(await wayTo('Seller s***r')).toBe('/users?id=100009')
  expect(screen.getByText('Reads Spanish')).toBeTruthy()
})
