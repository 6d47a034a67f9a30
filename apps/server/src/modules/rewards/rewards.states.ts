import { defineStates } from '#platform/state-machine.ts'

/** What a mint batch goes through. */
export const mintBatchStates = defineStates({
  table: 'mint_batch',
  name: 'Mint batch',
  states: {
    sent: 'on its way to the chain',
    minted: 'final; its shares can be claimed',
    failed: 'without effect; the next one takes its shares up',
  },
  starts: ['sent'],
  ends: ['minted', 'failed'],
  endedAt: 'ended_at',
  transitions: {
    settle: { from: ['sent'], to: 'minted' },
    fail: { from: ['sent'], to: 'failed' },
  },
})
