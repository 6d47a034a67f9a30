/** The door of feedback: what other rooms use of it. */

export { countUnreadFeedback } from './feedback.ts'
