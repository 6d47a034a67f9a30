import { defineStates } from '#platform/state-machine.ts'

/** What a transfer to a member's address goes through. */
export const depositStates = defineStates({
  table: 'deposit',
  name: 'Deposit',
  states: {
    seen: 'in a block that may still go',
    gone: 'the block that held it went; it may come again',
    parked: 'final, and the books have no room for it yet',
    final: 'in the books; waits until it counts, by itself or with others',
    credited: 'in its member’s wallet',
  },
  starts: ['seen', 'final'],
  ends: ['credited'],
  endedAt: 'credited_at',
  transitions: {
    see: { from: ['seen', 'gone'], to: 'seen' },
    lose: { from: ['seen'], to: 'gone' },
    finalise: { from: ['seen', 'gone'], to: 'final' },
    park: { from: ['final'], to: 'parked' },
    book: { from: ['parked'], to: 'final' },
    credit: { from: ['final'], to: 'credited' },
  },
})

/** What a gift to an address of the house goes through. */
export const arrivalStates = defineStates({
  table: 'arrival',
  name: 'Arrival at an address of the house',
  states: {
    found: 'on the chain; custody has to show it as well',
    booked: 'in suspense',
  },
  starts: ['found'],
  ends: ['booked'],
  endedAt: 'booked_at',
  transitions: { book: { from: ['found'], to: 'booked' } },
})
