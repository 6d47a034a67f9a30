import { defineStates } from '#platform/state-machine.ts'

/** Whether members see an article at all. */
export const articleStates = defineStates({
  table: 'article',
  name: 'Article',
  states: {
    shown: 'members see what is published of it',
    withdrawn: 'taken off in every language',
  },
  starts: ['shown'],
  ends: [],
  transitions: {
    'take off': { from: ['shown'], to: 'withdrawn' },
    'put back': { from: ['withdrawn'], to: 'shown' },
  },
})

/** What an article says in one language. */
export const versionStates = defineStates({
  table: 'article_version',
  name: 'Version of an article',
  states: {
    draft: 'seen by operators alone; one for each language',
    published: 'members see the last one whose time has come',
    withdrawn: 'taken back: what stood before it stands again',
  },
  starts: ['draft', 'published'],
  ends: ['withdrawn'],
  transitions: {
    publish: { from: ['draft'], to: 'published' },
    withdraw: { from: ['published'], to: 'withdrawn' },
  },
})
