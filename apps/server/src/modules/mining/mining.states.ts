import { defineStates } from '#platform/state-machine.ts'

/** What 24 hours of mining go through. */
export const runStates = defineStates({
  table: 'run',
  name: 'Run',
  states: {
    open: 'mines; its whole output is in reserve',
    closed: 'over; its output is the member’s',
  },
  starts: ['open'],
  ends: ['closed'],
  endedAt: 'closed_at',
  tells: 'run.ended',
  transitions: { close: { from: ['open'], to: 'closed' } },
})

/** What a machine goes through. */
export const machineStates = defineStates({
  table: 'machine',
  name: 'Machine',
  states: {
    idle: 'waits for its next start',
    running: 'is in an open run',
    finished: 'has run all days of its cycle',
  },
  starts: ['idle'],
  ends: ['finished'],
  transitions: {
    start: { from: ['idle'], to: 'running' },
    stop: { from: ['running'], to: 'idle' },
    finish: { from: ['running'], to: 'finished' },
  },
})
