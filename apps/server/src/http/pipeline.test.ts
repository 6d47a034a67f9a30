import { calls } from '@btbc/contract/calls.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { expect, test } from 'vitest'

import { unlistedIn } from '#testing/server.ts'

test('a test fails at its end when a call was refused with what it does not list', () => {
  const path = '/wallet/out_cancel'
  const thrown = (error: unknown) => unlistedIn({ path, call: calls[path], error })
  expect(thrown(new Refusal('withdrawal_over'))).toEqual([])
  expect(thrown(new Refusal('try_again'))).toEqual([])
  expect(thrown(new Error('a bug has its own end'))).toEqual([])
  expect(thrown(new Refusal('invite_own'))).toEqual([expect.stringMatching(`${path}.*invite_own`)])
  const short = new InsufficientBalance({ owner: 1, purpose: 'spot', currency: 3 }, 0n, 1n)
  expect(thrown(short)).toHaveLength(1)
})
