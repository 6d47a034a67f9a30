// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { AddressField } from '#screens/withdrawal/AddressField.tsx'
import { refused, startReading } from '#testing/network.ts'
import { shown } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('saved addresses that could not be read say why, and are asked for again', async () => {
  const saved = { id: 1, name: 'Cold', address: `0x${'ab'.repeat(20)}`, is_usable: true }
  const reading = startReading([saved])
  reading.answers = [refused]
  await shown(
    <AddressField value="" onChange={() => undefined} error={undefined} />,
    paths.withdrawal(),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Saved addresses' }))
  const sheet = within(await screen.findByRole('dialog'))
  await sheet.findByText('Not now.')
  fireEvent.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText('Cold')).toBeTruthy()
  expect(sheet.queryByText('Not now.')).toBeNull()
})
