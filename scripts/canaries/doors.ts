import type { Canary } from './canary.ts'

/** Faults of what comes in and goes out, and of who may do it. */
export const ofDoors: readonly Canary[] = [
  {
    name: 'a webhook is counted twice',
    changes: [
      {
        file: 'apps/server/src/modules/gateway/gateway.settle.ts',
        from: "  if (!added) return 'known'\n",
        to: '',
      },
      {
        file: 'apps/server/src/modules/gateway/gateway.settle.ts',
        from: '    if (order.payment_id === payment) return\n',
        to: '',
      },
    ],
    check: {
      file: 'apps/server/src/modules/gateway/gateway-events.test.ts',
      test: '6 the same event 32 times at once, and 32 events of one payment, are credited once',
      assertion: 'expect(new Set(same)).toEqual(new Set([200]))',
    },
  },
  {
    name: 'a deposit counts before it is final',
    changes: [
      {
        file: 'apps/server/src/modules/deposit/deposit.rules.ts',
        from: 'CONFIRMATIONS_NEEDED = CONFIRMATIONS',
        to: 'CONFIRMATIONS_NEEDED = 1',
      },
    ],
    check: {
      file: 'apps/server/src/modules/deposit/watch.test.ts',
      test: 'a deposit is shown at once, counts up, and is credited once at twelve',
      assertion: "toEqual([['pending', '100.00000000', 'USDT', 11]])",
    },
  },
  {
    name: 'a withdrawal that failed comes back without its fee',
    changes: [
      {
        file: 'apps/server/src/modules/withdrawal/withdrawal.entries.ts',
        from: "  const { currency, amount } = withdrawal\n  return {\n    ...eventOf(withdrawal, 'withdrawal.returned', now),\n    moves: [{ from: houseAccount('suspense', currency), to: spotAccount(withdrawal), amount }],",
        to: "  const { currency, amount, fee } = withdrawal\n  return {\n    ...eventOf(withdrawal, 'withdrawal.returned', now),\n    moves: [{ from: houseAccount('suspense', currency), to: spotAccount(withdrawal), amount: amount - fee }],",
      },
    ],
    check: {
      file: 'apps/server/src/modules/withdrawal/chain/withdrawal-transaction.test.ts',
      test: 'what fails on the chain for good comes back whole, and not before it is final',
      assertion:
        'expect(await spotOf(server, ada, BNB.id)).toEqual({ available: 2n * UNIT, held: 0n })',
    },
  },
  {
    name: 'the limit of a month counts one day of it',
    changes: [
      {
        file: 'apps/server/src/modules/withdrawal/limits/terms.ts',
        from: 'coalesce(sum(worth), 0) as in_month',
        to: 'coalesce(sum(worth) filter (where created_at > ${day}), 0) as in_month',
      },
    ],
    check: {
      file: 'apps/server/src/modules/withdrawal/withdrawal.test.ts',
      test: 'limits count a rolling day and month in USDT, and what came back does not count',
      assertion: "code: 'withdrawal_month_limit'",
    },
  },
  {
    name: 'a sent code is good twice',
    changes: [
      {
        file: 'apps/server/src/modules/session/codes.ts',
        from: '.set({ used_at: wallNow })',
        to: '.set({ used_at: null })',
      },
    ],
    check: {
      file: 'apps/server/src/modules/withdrawal/withdrawal.test.ts',
      test: 'the code of check_mobile is good for one withdrawal of an old client',
      assertion: "expect(refusal(await send(code, '11'))).toBe('code_wrong')",
    },
  },
  {
    name: 'a code of an authenticator is good twice',
    changes: [
      {
        file: 'apps/server/src/modules/security/totp.ts',
        from: 'if (row.last_step !== null && step <= row.last_step) return false',
        to: 'if (row.last_step !== null && step < row.last_step) return false',
      },
    ],
    check: {
      file: 'apps/server/src/modules/security/security.test.ts',
      test: 'no code of an authenticator is accepted twice, nor one of a step before',
      assertion: "expect(refusal(await prove(now))).toBe('step_up_wrong')",
    },
  },
  {
    name: 'a freeze leaves the sessions open',
    changes: [
      {
        file: 'apps/server/src/modules/security/freeze.ts',
        from: '  await endSessions(tx, { memberId, ...(stays && { except: caller.sessionId }), wallNow })\n',
        to: '',
      },
    ],
    check: {
      file: 'apps/server/src/modules/security/freeze.test.ts',
      test: 'one tap freezes: no key, no risky call, no other session, and 24 hours before it thaws',
      assertion: "readProfile, {}, { as: other }))).toBe('login_required')",
    },
  },
  {
    name: 'an operator is told nothing of deciding alone',
    changes: [
      {
        file: 'apps/server/src/modules/review/proposal.ts',
        from: "  if (row.made_by === caller.operatorId) throw new Refusal('proposal_own')\n",
        to: '',
      },
    ],
    check: {
      file: 'apps/server/src/modules/review/four-eyes.test.ts',
      test: 'a large case is accepted by two: one alone cannot, not even with parallel requests',
      assertion:
        'expect(refusal(await callOperator(server, decideProposal, own, { as: olga }))).toBe(',
    },
  },
  {
    name: 'a division that says up rounds down',
    changes: [
      {
        file: 'packages/money/src/amount.ts',
        from: "return rounding === 'up' && product % c !== 0n ? quotient + 1n : quotient",
        to: 'return quotient',
      },
    ],
    check: {
      file: 'packages/money/src/amount.test.ts',
      test: 'mulDiv rounds by less than one unit, down or up as said',
      assertion: 'fc.assert(',
    },
  },
]
