import { defineStates } from '#platform/state-machine.ts'

/** What a deposit through the payment gateway goes through. */
export const gatewayStates = defineStates({
  table: 'gateway_order',
  name: 'Payment through the gateway',
  states: {
    pending: 'waits for the member to pay, with its worth reserved',
    processing: 'paid; the treasury is short of the rest',
    done: 'credited whole',
    cancelled: 'closed unpaid; one that is paid after all is credited all the same',
  },
  starts: ['pending'],
  ends: ['done', 'cancelled'],
  endedAt: 'closed_at',
  tells: 'gateway_order.changed',
  transitions: {
    close: { from: ['pending'], to: 'cancelled' },
    owe: { from: ['pending', 'processing', 'cancelled'], to: 'processing' },
    credit: { from: ['pending', 'processing', 'cancelled'], to: 'done' },
  },
})
