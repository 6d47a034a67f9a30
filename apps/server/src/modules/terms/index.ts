/** The door of terms: what other rooms use of it. */

export { type FollowedTerms, followTerms } from './followed-terms.ts'
export { keepAgreement } from './terms.ts'
export { termsSetting } from './terms.settings.ts'
