/** The door of terms: what other rooms use of it. */

export { type HeldTerms, startTerms } from './held-terms.ts'
export { keepAgreement } from './terms.ts'
export { termsSetting } from './terms.settings.ts'
