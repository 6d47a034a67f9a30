import { defineModule } from '#module.ts'

import { feedbackQueue } from './feedback.queue.ts'
import { serveFeedback } from './feedback.routes.ts'
import { feedbackStates } from './feedback.states.ts'

export const feedbackModule = defineModule({
  calls: ({ serve }) => serveFeedback(serve),
  states: [feedbackStates],
  queues: ({ files }) => [feedbackQueue(files)],
})
