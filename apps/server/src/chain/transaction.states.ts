import { defineStates } from '#platform/state-machine.ts'

/** What a transaction of the house goes through. */
export const transactionStates = defineStates({
  table: 'chain_transaction',
  name: 'Transaction of the house',
  states: {
    queued: 'decided, not signed',
    signed: 'its bytes are written down; the node may have them',
    sent: 'the node has had them',
    final: 'done, in a final block',
    failed: 'without effect, or never signed',
  },
  starts: ['queued'],
  ends: ['final', 'failed'],
  endedAt: 'ended_at',
  transitions: {
    sign: { from: ['queued'], to: 'signed' },
    giveBack: { from: ['queued'], to: 'failed' },
    send: { from: ['signed'], to: 'sent' },
    settle: { from: ['signed', 'sent'], to: 'final' },
    fail: { from: ['signed', 'sent'], to: 'failed' },
  },
})
