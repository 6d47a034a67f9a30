import { type Line, type LiveClient, openLive } from '@btbc/client/live-client.ts'
import { stored } from '#storage.ts'
import { useSyncExternalStore } from 'react'

let client: LiveClient | undefined

/** The one line of this page to the server; opened by the first who follows a topic. */
export function live(): LiveClient {
  if (client === undefined) {
    const opened = openLive({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`,
      token: () => stored('token'),
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
