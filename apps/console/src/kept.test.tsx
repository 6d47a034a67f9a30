// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'

import { ProposalCard } from '#desk/ProposalCard.tsx'
import { AirdropForm } from '#screens/airdrops/AirdropForm.tsx'
import { DecideDispute } from '#screens/disputes/DecideDispute.tsx'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'
import { DecideGroup } from '#screens/sybil/DecideGroup.tsx'
import type { Group } from '#screens/sybil/GroupPanel.tsx'
import { Freezing } from '#screens/users/Freezing.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Notes } from '#screens/users/Notes.tsx'
import { proposalOf } from '#testing/answers.ts'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

/** What is typed stays in this tab when one goes elsewhere, or when a session ends; what does not fit is said. */

afterEach(putAway)

const WORDS = 'seen on the statement'
const member = { id: 7, may_freeze: true, may_note: true, notes: [], frozen_at: null }
const about = { ...member, frozen_by_house: false, proposal: null } as unknown as Member
const dispute = (part: object) =>
  ({ id: 5, number: '100', state: 'disputed', may_propose: true, ...part }) as unknown as Dispute
const group = { id: 4, state: 'found', size: 3, may_decide: true, proposal: null }

const forms: readonly { what: string; form: ReactNode; chosen?: RegExp }[] = [
  { what: 'a proposal', form: <ProposalCard proposal={proposalOf(9)} /> },
  {
    what: 'a dispute',
    form: <DecideDispute found={dispute({ proposal: null })} />,
    chosen: /^Return/,
  },
  {
    what: 'the second answer to a dispute',
    form: <DecideDispute found={dispute({ may_propose: false, proposal: proposalOf(9) })} />,
    chosen: /^Reject/,
  },
  {
    what: 'a group',
    form: <DecideGroup group={group as unknown as Group} />,
    chosen: /^Several/,
  },
  { what: 'a freeze', form: <Freezing member={about} /> },
  { what: 'a member', form: <Notes member={about} />, chosen: /^Tag/ },
  { what: 'an airdrop', form: <AirdropForm /> },
]

test.each(forms)(
  'what is typed and chosen about $what is there again',
  async ({ form, chosen }) => {
    answerWith(operatorOf('support', 'finance'))
    const written = () => screen.getAllByRole<HTMLTextAreaElement>('textbox').at(-1)
    const choice = () => screen.getByRole<HTMLInputElement>('radio', { name: chosen ?? '' })
    const { unmount } = shown(form)
    if (chosen) fireEvent.click(choice())
    fireEvent.change(written() ?? document.body, { target: { value: WORDS } })
    unmount()
    const again = shown(form)
    expect(written()?.value).toBe(WORDS)
    if (chosen) expect(choice().checked).toBe(true)
    fireEvent.change(written() ?? document.body, { target: { value: '' } })
    again.unmount()
    shown(form)
    await waitFor(() => expect(written()?.value).toBe(''))
  },
)

test.each(forms.slice(0, 5))(
  'that nothing more fits into the reason about $what is said',
  ({ form }) => {
    answerWith(operatorOf('support', 'finance'))
    shown(form)
    const reason = screen.getAllByRole<HTMLTextAreaElement>('textbox').at(-1)
    const said = () =>
      document.getElementById(reason?.getAttribute('aria-describedby') ?? '')?.textContent
    const type = (value: string) => fireEvent.change(reason ?? document.body, { target: { value } })
    type('x'.repeat(499))
    expect(said()).toBeUndefined()
    type('x'.repeat(500))
    expect(said()).toBe('No more than 500 letters fit in here.')
  },
)
