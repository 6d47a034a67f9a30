// @vitest-environment jsdom
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ChainAddress } from '#payments/ChainAddress.tsx'
import { shown } from '#testing/shown.tsx'

const ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

afterEach(cleanup)

test('an address says that it is one of a test network, wherever it stands', async () => {
  await shown(
    <>
      <p>
        <ChainAddress address={ADDRESS} />
      </p>
      <CopyRow label="Your address" value={ADDRESS} isAddress />
      <CopyRow label="Your code" value="AB12CD" />
    </>,
  )
  expect(screen.getAllByText('TEST')).toHaveLength(2)
})
