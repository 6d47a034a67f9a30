import { type Line, type LiveClient, openLive } from '@btbc/client/live-client.ts'
import { readProfile } from '@btbc/contract/account.ts'
import { useSyncExternalStore } from 'react'

import { send } from '#api/call.ts'
import { stored } from '#storage.ts'

let client: LiveClient | undefined

/** The one line of this page to the server; opened by the first who follows a topic. */
export function live(): LiveClient {
  if (client === undefined) {
    const opened = openLive({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`,
      token: () => stored('token'),
      // Whatever is asked now is refused, and who is logged in nowhere any more is led to the login.
      sessionEnded: () => {
        if (stored('token')) void send(readProfile).catch(() => undefined)
      },
    })
    client = opened
    addEventListener('online', () => opened.retryNow())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') opened.retryNow()
    })
  }
  return client
}

export function useLine(): Line {
  return useSyncExternalStore(
    (listener) => live().onLine(listener),
    () => live().line(),
  )
}
