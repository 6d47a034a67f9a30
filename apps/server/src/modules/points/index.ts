/** The door of points: what other rooms use of it. */

export { countGiven, readPointTerms } from './points.ts'
