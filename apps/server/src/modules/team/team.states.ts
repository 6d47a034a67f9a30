import { defineStates } from '#platform/state-machine.ts'

/** What an inviter is promised for one invitee goes through. */
export const referralStates = defineStates({
  table: 'referral',
  key: 'invitee_id',
  name: 'Reward for an invitee',
  states: {
    promised: 'in reserve, until as many runs of the invitee have ended as were told',
    due: 'earned; paid with the next ones of the inviter, as many a day as were promised at the most',
    held: 'earned; in reserve as long as two operators hold the rewards of the inviter',
    paid: 'the inviter has it',
    lapsed: 'given back: the invitee did not mine in time',
    unfunded: 'never promised, because the pool was short',
  },
  starts: ['promised', 'unfunded'],
  ends: ['paid', 'lapsed', 'unfunded'],
  transitions: {
    earn: { from: ['promised'], to: 'due' },
    hold: { from: ['due'], to: 'held' },
    release: { from: ['held'], to: 'due' },
    pay: { from: ['due'], to: 'paid' },
    lapse: { from: ['promised'], to: 'lapsed' },
  },
})
