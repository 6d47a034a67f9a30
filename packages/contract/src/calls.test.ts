import { expect, test } from 'vitest'

import { readStanding } from '#account.ts'
import { readBankWithdrawalTerms } from '#bank-withdrawal.ts'
import { listContracts, readCalendar } from '#calendar.ts'
import { calls } from '#calls.ts'
import type { Endpoint } from '#endpoint.ts'
import { eventTags } from '#events.ts'
import { listFunds } from '#fund.ts'
import { listLocks } from '#lock.ts'
import { listRenewals } from '#renewal.ts'
import { readOutput } from '#rewards.ts'
import { stepUpRefusals } from '#security.ts'
import { readWithdrawalTerms } from '#withdrawal.ts'

const all = Object.entries<Endpoint>(calls).map(([, call]) => [call.path, call] as const)

test('what a change is about is shown by some read, and the other way round', () => {
  const about = (changes: boolean) =>
    new Set(
      all.filter(([, each]) => each.changes === changes).flatMap(([, { about: tags }]) => tags),
    )
  expect([...about(true)].toSorted()).toEqual([...about(false)].toSorted())
})

test('a call takes a proof where it says what the proof is for, and lists what that is refused with', () => {
  for (const [path, { request, stepUp, refusals }] of all) {
    expect('proof' in request && 'code' in request, path).toBe(stepUp !== undefined)
    if (stepUp) expect(refusals, path).toEqual(expect.arrayContaining([...stepUpRefusals]))
  }
})

test('a change of a member that takes a password or a PIN says that it holds a secret', () => {
  const changes = all.filter(([, { access, changes: isChange }]) => access === 'member' && isChange)
  const taking = changes.filter(([, { request }]) =>
    Object.keys(request).some((name) => /password|^pin$/.test(name)),
  )
  const marked = changes.filter(([, { holdsSecret }]) => holdsSecret === true)
  expect(taking.length).toBeGreaterThan(2)
  expect(marked).toEqual(taking)
})

test('what waits for an identity is asked for again when an operator has decided', () => {
  const waiting = [readOutput, readWithdrawalTerms, readBankWithdrawalTerms, readStanding]
  for (const { path, about } of waiting)
    expect(about, path).toEqual(expect.arrayContaining([...eventTags['identity.changed']]))
})

test('what says when something is paid is asked for again once that is paid', () => {
  const paid = new Set<string>(eventTags['balance.changed'])
  for (const { path, about } of [readCalendar, listContracts, listLocks, listFunds, listRenewals])
    expect(
      about.some((tag) => paid.has(tag)),
      path,
    ).toBe(true)
})
