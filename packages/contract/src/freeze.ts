import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { stepUpFields, stepUpRefusals } from '#security.ts'
import { Nothing, Timestamp } from '#wire.ts'

/** What a member stops on the own account: all that leaves it, or what goes to anybody new. */

export const freezeAccount = endpoint({
  path: '/security/freeze',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security', 'sessions'],
  summary:
    'Stop withdrawals, keys and logins from elsewhere at once; other sessions end. Unfreezing takes 24 hours',
  request: {},
  response: Nothing,
  refusals: [],
})

export const unfreezeAccount = endpoint({
  path: '/security/unfreeze',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security'],
  stepUp: { action: 'unfreeze', binds: [] },
  summary: 'Unfreeze the account 24 hours after it was frozen (step-up unfreeze, payload {})',
  request: stepUpFields,
  response: Nothing,
  refusals: ['not_frozen', 'freeze_holds', 'frozen_by_house', ...stepUpRefusals],
})

export const keepToKnown = endpoint({
  path: '/security/known_only',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security', 'withdrawals'],
  summary:
    'From now on withdraw to saved addresses and to bank accounts that were paid before, and to nobody else',
  request: {},
  response: Nothing,
  refusals: [],
})

export const stopKeepingToKnown = endpoint({
  path: '/security/known_only/end',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['security', 'withdrawals'],
  stepUp: { action: 'known_only_end', binds: [] },
  summary: 'Withdraw to anybody again, from 24 hours later on (step-up known_only_end, payload {})',
  request: stepUpFields,
  response: z.object({ ends_at: Timestamp }),
  refusals: ['known_only_off', ...stepUpRefusals],
})

export const freezeCalls = { freezeAccount, unfreezeAccount, keepToKnown, stopKeepingToKnown }
