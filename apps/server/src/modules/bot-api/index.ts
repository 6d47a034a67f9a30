/** The door of bot-api: what other rooms use of it. */

export { type Keys, type Values, startBot, withSignature } from './testing.ts'
