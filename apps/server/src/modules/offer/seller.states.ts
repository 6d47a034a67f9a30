import { defineStates } from '#platform/state-machine.ts'

/** What a member goes through who wants to sell. */
export const sellerStates = defineStates({
  table: 'seller',
  name: 'Seller',
  states: {
    asked: 'waits for an operator',
    seller: 'accepted: may have offers',
    refused: 'not accepted; may ask again',
    ended: 'two operators ended it; may ask again',
  },
  starts: ['asked'],
  ends: ['seller', 'refused', 'ended'],
  endedAt: 'decided_at',
  tells: 'seller.changed',
  transitions: {
    accept: { from: ['asked'], to: 'seller' },
    reject: { from: ['asked'], to: 'refused' },
    end: { from: ['seller'], to: 'ended' },
    ask: { from: ['refused', 'ended'], to: 'asked' },
  },
})
