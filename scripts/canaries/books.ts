import type { Canary } from './canary.ts'

const hold = 'packages/ledger/src/hold.ts'
const post = 'packages/ledger/src/post.ts'

/** Faults of the books themselves. */
export const ofBooks: readonly Canary[] = [
  {
    name: 'a hold stays after it was used',
    changes: [
      {
        file: hold,
        from: '.set({ amount: found.amount - used })',
        to: '.set({ amount: found.amount })',
      },
    ],
    check: {
      file: 'packages/ledger/src/hold.test.ts',
      test: 'what is held can be neither spent nor held again, until it is released',
      assertion: 'expect(findings).toEqual([])',
    },
  },
  {
    name: 'an amount below zero is taken for an amount',
    changes: [
      {
        file: post,
        from: "if (typeof amount !== 'bigint' || amount <= 0n || amount > UNITS_MAX)",
        to: "if (typeof amount !== 'bigint' || amount === 0n || amount > UNITS_MAX)",
      },
    ],
    check: {
      file: 'packages/ledger/src/post.test.ts',
      test: 'an entry that can never be right is a fault, whatever the balances',
      assertion: "'amount -1'",
    },
  },
  {
    name: 'a pool pays a member’s deposit into itself',
    changes: [
      {
        file: post,
        from: 'if (isPool && from.owner !== null)',
        to: 'if (isPool && from.owner === 0)',
      },
    ],
    check: {
      file: 'packages/ledger/src/post.test.ts',
      test: 'an entry that can never be right is a fault, whatever the balances',
      assertion: "'would fund pool:lock'",
    },
  },
  {
    name: 'an entry is sealed out of its order',
    changes: [
      {
        file: 'packages/ledger/src/chain.ts',
        from: 'e.id <= ${through} order by e.id limit ${PAGE}',
        to: 'e.id <= ${through} order by e.id <> 2, e.id limit ${PAGE}',
      },
    ],
    check: {
      file: 'packages/ledger/src/audit.test.ts',
      test: 'books in order have no findings',
      assertion: 'expect(await audit(db)).toEqual([])',
    },
  },
  {
    name: 'one unit more than the maximum supply can be issued',
    changes: [
      {
        file: 'packages/ledger/src/account.ts',
        from: 'const COINS_CAP = -(10n ** 17n)',
        to: 'const COINS_CAP = -(10n ** 17n) - 1n',
      },
    ],
    check: {
      file: 'packages/ledger/src/post.test.ts',
      test: 'the maximum supply can be issued, and not one unit more',
      assertion: '.rejects.toMatchObject({ available: 0n, needed: 1n })',
    },
  },
  {
    name: 'the server may rewrite what was written',
    changes: [
      {
        file: 'packages/database/grants.sql',
        from: 'revoke update, delete on ledger_entry, ledger_move,',
        to: 'revoke update, delete on ledger_entry,',
      },
    ],
    check: {
      file: 'packages/ledger/src/audit.test.ts',
      test: 'books in order have no findings',
      assertion: 'expect(await audit(db)).toEqual([])',
    },
  },
  {
    name: 'a leaf is left out of the proof',
    changes: [
      {
        file: 'apps/server/src/modules/proof/tree/block.ts',
        from: 'for (let n = 0; n < members; n += 1)',
        to: 'for (let n = 1; n < members; n += 1)',
      },
      {
        file: 'apps/server/src/modules/proof/attestation.ts',
        from: 'if (owedSum !== inTree) {',
        to: 'if (owedSum < 0n) {',
      },
    ],
    check: {
      file: 'apps/server/src/modules/proof/proof.test.ts',
      test: 'every member finds themselves in a signed total, and anything that is changed is found',
      assertion: 'expect(',
    },
  },
  {
    name: 'what the books cannot be stops no trading',
    changes: [
      {
        file: 'apps/server/src/modules/reconciliation/book-stops.ts',
        from: 'reason, matching: true, now',
        to: 'reason, matching: false, now',
      },
    ],
    check: {
      file: 'apps/server/src/modules/reconciliation/book-watch.test.ts',
      test: 'books that cannot be true stop what they say it of, until two operators have looked',
      assertion: 'expect((await overview()).stops).toMatchObject([',
    },
  },
]
