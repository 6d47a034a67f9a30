import { expect, test } from 'vitest'

import { refusalCodes } from '#refusals.ts'
import english from '#texts/en/refusals.json' with { type: 'json' }
import { undecidedRefusals } from '#undecided.ts'

/** That which is asked for was not done, however often one tries. */
const DECIDED = [
  'account_locked',
  'deposit_not_found',
  'export_limit',
  'first_deals_share',
  'packet_locked',
  'pool_refilling',
  'provider_unavailable',
  'step_up_locked',
  'too_many_codes',
  'upload_limit',
]

test('a refusal that is no last word says whether it leaves open what was done: whoever adds one decides', () => {
  const isNoLastWord = /try again|not known yet|on (its|their) way|our side|need login/
  const open = refusalCodes.filter((code) => isNoLastWord.test(english[code].toLowerCase()))
  expect(open.toSorted()).toEqual([...undecidedRefusals, ...DECIDED].toSorted())
})

test('what leaves open whether something was done does not say that nothing was', () => {
  for (const code of undecidedRefusals)
    expect(english[code], code).not.toMatch(/Nothing was (changed|done|ordered)/)
})
