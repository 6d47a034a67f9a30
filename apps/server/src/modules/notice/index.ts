/** The door of notice: what other rooms use of it. */

export { countUnreadNotices } from './notice.ts'
