import { NOTICES_PUT_AWAY } from '#storage.ts'

/** Notices that were put away stay so until somebody logs in on this tab again. */

export function areNoticesPutAway(): boolean {
  return sessionStorage.getItem(NOTICES_PUT_AWAY) !== null
}

export function putNoticesAway(): void {
  sessionStorage.setItem(NOTICES_PUT_AWAY, '1')
}
