import { defineStates } from '#platform/state-machine.ts'

/** What a group of accounts that look like one person goes through. */
export const sybilStates = defineStates({
  table: 'sybil_group',
  name: 'Group of accounts that look like one person',
  states: {
    found: 'waits for an operator; nothing is held',
    held: 'two operators hold the rewards of its members: they stay in reserve',
    dismissed: 'one operator says that these are several people',
    released: 'two operators let go of the rewards, which are paid in full',
  },
  starts: ['found'],
  ends: ['released'],
  transitions: {
    hold: { from: ['found'], to: 'held' },
    release: { from: ['held'], to: 'released' },
    dismiss: { from: ['found'], to: 'dismissed' },
    findAgain: { from: ['dismissed'], to: 'found' },
  },
})
