/** The door of points: what other rooms use of it. */

export { countGiven, readTerms } from './points.ts'
