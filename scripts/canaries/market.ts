import type { Canary } from './canary.ts'

const matcher = 'packages/matching/src/matcher.ts'
const book = 'packages/matching/src/book.ts'
const bookTest = 'packages/matching/src/book.test.ts'

/** Faults of the exchange. */
export const ofMarkets: readonly Canary[] = [
  {
    name: 'a fee is rounded in the member’s favour',
    changes: [
      {
        file: 'apps/server/src/modules/exchange/fees.ts',
        from: 'return { fee: whole + dust, dust }',
        to: 'return { fee: whole, dust: 0 }',
      },
    ],
    check: {
      file: 'apps/server/src/modules/exchange/exchange.test.ts',
      test: 'a fee of a fraction of a unit is rounded up against the member, and the rounding is dust',
      assertion: "toBe('15.16998892 + 0')",
    },
  },
  {
    name: 'what came to a member unnoticed is not there for their orders',
    changes: [
      {
        file: 'apps/server/src/modules/exchange/engine/known-balances.ts',
        from: '(known ?? 0n) + changeOf(before, id) >= needed',
        to: '(known ?? 0n) >= 0n',
      },
    ],
    check: {
      file: 'apps/server/src/modules/exchange/engine/known-balances.test.ts',
      test: 'who was seen is looked at again when money moved, or when it seems too little',
      assertion: "expect(await watch('1 buy 1 BNB at 20')).toBe('open 0 of 1, 1 looked')",
    },
  },
  {
    name: 'a cancelled order is still in the book',
    changes: [
      {
        file: book,
        from: '    this.#open.unlink(slot)\n    this.#open.forget(slot)\n',
        to: '    this.#open.forget(slot)\n',
      },
    ],
    check: {
      file: bookTest,
      test: 'orders in front, between and behind can be cancelled, and time goes on counting',
      assertion: "toBe('2@100 | ')",
    },
  },
  {
    name: 'somebody else’s order can be cancelled',
    changes: [
      {
        file: book,
        from: 'if (slot === 0 || owner === undefined) return slot',
        to: 'if (slot === 0 || owner !== 0) return slot',
      },
    ],
    check: {
      file: bookTest,
      test: 'only its owner knows an order',
      assertion: "kind: 'cancel', orderId: 1, owner: BOB",
    },
  },
  {
    name: 'members trade with themselves',
    changes: [
      {
        file: matcher,
        from: 'if (makerOwner === ownerSlot) {',
        to: 'if (makerOwner === ownerSlot && owner === 0) {',
      },
    ],
    check: {
      file: bookTest,
      test: 'never trade: the newer one is cancelled where they would meet',
      assertion: 'buy(ALICE, { price: 100, quantity: 3 })',
    },
  },
  {
    name: 'a market order goes fifty percent away',
    changes: [
      {
        file: matcher,
        from: 'Math.floor((best * (ALL_BPS + collarBps)) / ALL_BPS)',
        to: 'Math.floor((best * (ALL_BPS + 10 * collarBps)) / ALL_BPS)',
      },
    ],
    check: {
      file: bookTest,
      test: 'they stop five percent away from the best price and never rest',
      assertion: "buy(BOB, { type: 'market', quantity: 3 })",
    },
  },
  {
    name: 'fill-or-kill is filled in part',
    changes: [
      { file: matcher, from: '        if (left <= 0) return true\n', to: '        return true\n' },
    ],
    check: {
      file: bookTest,
      test: 'fill-or-kill is filled over several prices or refused as a whole',
      assertion: "price: 101, quantity: 5, timeInForce: 'fok'",
    },
  },
]
