import { stored, storeInTab, tab } from '#storage.ts'

/** Notices that were put away stay so for the session, of the tab and of the member. */

const PUT_AWAY = 'notices_put_away'
/** Enough of the token to tell one session from the next. */
const session = () => stored('token')?.slice(0, 8) ?? ''

export function areNoticesPutAway(): boolean {
  return tab.getItem(PUT_AWAY) === session()
}

export function putNoticesAway(): void {
  storeInTab(PUT_AWAY, session())
}
