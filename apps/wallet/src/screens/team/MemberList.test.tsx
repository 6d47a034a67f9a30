// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { Team } from '#mining/bonus.ts'
import { paths } from '#paths.ts'
import { MemberList } from '#screens/team/MemberList.tsx'
import { refused, startReading } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const members = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    display_name: `member ${from + at}`,
    created_at: '2026-03-01T12:00:00.000Z',
    status: 'active',
    reward: null,
  }))

test('members who could not be read are said to be missing, and asked for again', async () => {
  const page = (list: object[]) => async () =>
    Response.json({ type: 'ok', message: { team: { one: list, direct: 51 } } })
  const reading = startReading({})
  reading.answers = [page(members(1, 50)), refused, page(members(51, 1))]
  const team = { one: members(1, 1), direct: 51 } as never as Team
  await shown(<MemberList team={team} />, paths.team())
  const more = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Show more members' }))
  await more()
  await screen.findByText(/^Not now\. What you see is from /)
  expect(screen.getByText('member 50')).toBeTruthy()
  await more()
  await screen.findByText('member 51')
  expect(screen.queryByText(/^Not now\./)).toBeNull()
})
