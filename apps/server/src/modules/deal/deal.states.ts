import { defineStates } from '#platform/state-machine.ts'

/** What a deal goes through. Its escrow leaves the seller's P2P wallet with an end, and never before. */
export const dealStates = defineStates({
  table: 'deal',
  name: 'Deal',
  states: {
    open: 'matched, its coins in escrow: the buyer pays within 30 minutes',
    paid: 'the buyer says so, with a picture: the seller confirms within 30 minutes',
    disputed: 'two operators decide, unless the two sides agree before; the escrow stays',
    finished: 'the escrow is the buyer’s',
    split: 'two operators gave a part of the escrow to each side',
    cancelled: 'the escrow is back in the stock of the offer',
  },
  starts: ['open'],
  ends: ['finished', 'split', 'cancelled'],
  endedAt: 'closed_at',
  transitions: {
    pay: { from: ['open'], to: 'paid' },
    cancel: { from: ['open'], to: 'cancelled' },
    lapse: { from: ['open'], to: 'cancelled' },
    confirm: { from: ['paid', 'disputed'], to: 'finished' },
    agree: { from: ['paid', 'disputed'], to: 'cancelled' },
    dispute: { from: ['paid'], to: 'disputed' },
    release: { from: ['disputed'], to: 'finished' },
    return: { from: ['disputed'], to: 'cancelled' },
    split: { from: ['disputed'], to: 'split' },
  },
})
