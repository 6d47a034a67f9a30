import { sql } from 'kysely'

import { defineModule } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'

import { feedbackQueue } from './feedback.queue.ts'
import { serveFeedback } from './feedback.routes.ts'
import { feedbackStates } from './feedback.states.ts'

export const feedbackModule = defineModule({
  calls: ({ serve }) => serveFeedback(serve),
  states: [feedbackStates],
  queues: ({ files }) => [feedbackQueue(files)],
  pictures: [
    {
      purpose: 'feedback',
      keepMs: 180 * DAY_MS,
      // What was answered ended with that, unless the member asks once more.
      endOf: (ids) => sql`
        select picture.id, case feedback.state when 'waiting' then null
          else coalesce(closed_at, answered_at) end as ended_at
        from unnest(${ids}::text[]) picture (id)
        join feedback_message message on message.pictures @> array[picture.id]
          and message.pictures <> '{}'
        join feedback on feedback.id = message.feedback_id`,
    },
  ],
})
