// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { IdentityForm } from '#screens/identity/IdentityForm.tsx'
import { shown } from '#testing/shown.tsx'

const drawn = { name: 'Sample Member', card_id: 'TEST-1', front_pic: 'front', reverse_pic: 'back' }

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('nothing is said to be missing that the sample document has filled in', async () => {
  const { promise: isDrawn, resolve: draw } = Promise.withResolvers<void>()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url.endsWith('/sample')) await isDrawn
    return Response.json({ type: 'ok', message: drawn })
  })
  await shown(<IdentityForm />, paths.identity())
  fireEvent.click(screen.getByRole('button', { name: 'Fill in a sample document' }))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
  draw()
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sample Member'),
  )
  expect(screen.queryByText('Please enter the name.')).toBeNull()
  expect(screen.queryByText('Please submit complete information')).toBeNull()
})
