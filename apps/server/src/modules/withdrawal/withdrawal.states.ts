import { defineStates } from '#platform/state-machine.ts'

/** What a withdrawal to an address goes through. */
export const withdrawalStates = defineStates({
  table: 'withdrawal',
  name: 'Withdrawal to an address',
  states: {
    pending: 'waits for a new address to become usable, or for two operators',
    approved: 'free to go, once all together leave room for it; nothing is signed',
    processing: 'signed, from where only the chain decides',
    sent: 'seen by the chain',
    done: 'final on the chain, or inside the house at once',
    rejected: 'given back by the house, with the reason',
    cancelled: 'taken back by the member',
  },
  starts: ['pending', 'approved', 'done'],
  ends: ['done', 'rejected', 'cancelled'],
  endedAt: 'ended_at',
  tells: 'withdrawal.changed',
  transitions: {
    release: { from: ['pending'], to: 'approved' },
    refuse: { from: ['pending'], to: 'rejected' },
    cancel: { from: ['pending', 'approved'], to: 'cancelled' },
    sign: { from: ['approved'], to: 'processing' },
    giveUp: { from: ['approved'], to: 'rejected' },
    send: { from: ['processing'], to: 'sent' },
    confirm: { from: ['processing', 'sent'], to: 'done' },
    fail: { from: ['processing', 'sent'], to: 'rejected' },
  },
})
