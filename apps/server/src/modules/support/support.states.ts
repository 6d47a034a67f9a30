import { defineStates } from '#platform/state-machine.ts'

/** Whether members can find a contact. */
export const contactStates = defineStates({
  table: 'contact',
  name: 'Contact of support',
  states: {
    shown: 'members see it, or have it as their own',
    withdrawn: 'taken off by two operators; its members are given to others',
  },
  starts: ['shown'],
  ends: ['withdrawn'],
  transitions: { withdraw: { from: ['shown'], to: 'withdrawn' } },
})
