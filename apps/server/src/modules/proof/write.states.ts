import { defineStates } from '#platform/state-machine.ts'

/** What goes on until a proof stands in the contract. */
export const proofWriteStates = defineStates({
  table: 'proof_write',
  name: 'Proof on the chain',
  states: {
    sent: 'on its way to the chain',
    written: 'in the contract, in a final block',
    failed: 'without effect; it is sent once more',
  },
  starts: ['sent'],
  ends: ['written', 'failed'],
  endedAt: 'ended_at',
  transitions: {
    settle: { from: ['sent'], to: 'written' },
    fail: { from: ['sent'], to: 'failed' },
  },
})
