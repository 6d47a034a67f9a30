/** The door of support: what other rooms use of it. */

export { type Contact, inLanguage } from './contacts.ts'
