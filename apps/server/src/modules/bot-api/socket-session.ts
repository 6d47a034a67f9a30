import type { Serving } from './socket-messages.ts'
import type { Listener } from './streams.ts'

/** What lasts at one socket of requests: who has logged on, and whose reports are told there. */

export function openSession(wallNow: () => Date, tellsUsed: boolean) {
  const nowMs = () => wallNow().getTime()
  const connectedSince = nowMs()
  let session: { apiKey: string; authorizedSince: number } | undefined
  return {
    /** It is looked at again with each request. */
    key: () => session?.apiKey,
    logOn(apiKey: string) {
      session = { apiKey, authorizedSince: nowMs() }
    },
    logOut() {
      session = undefined
    },
    json: () => ({
      apiKey: session?.apiKey ?? null,
      authorizedSince: session?.authorizedSince ?? null,
      connectedSince,
      returnRateLimits: tellsUsed,
      serverTime: nowMs(),
    }),
  }
}

/** Of one member at a time: the last that was asked for. */
export function openReports({ streams, peer, tell }: Serving) {
  const listener: Listener = {
    hear: (_, event) => peer.send(`{"subscriptionId":0,"event":${event}}`),
  }
  let memberId: number | undefined
  const end = () => {
    if (memberId !== undefined) streams.leaveMember(memberId, listener)
    memberId = undefined
    return {}
  }
  peer.onEnd(end)
  return {
    begin(of: number) {
      tell(peer)
      end()
      memberId = of
      streams.joinMember(of, listener)
      return { subscriptionId: 0 }
    },
    end,
    areOpen: () => memberId !== undefined,
    list: () => (memberId === undefined ? [] : [{ subscriptionId: 0 }]),
  }
}

/** What is asked of the socket itself, by whoever is at it. */
export function answersOf(
  session: ReturnType<typeof openSession>,
  reports: ReturnType<typeof openReports>,
) {
  const told = () => ({ ...session.json(), userDataStream: reports.areOpen() })
  const logOut = () => {
    session.logOut()
    return told()
  }
  const ofSocket: ReadonlyMap<string, () => unknown> = new Map([
    ['session.status', told],
    ['session.logout', logOut],
    ['session.subscriptions', reports.list],
    ['userDataStream.unsubscribe', reports.end],
  ])
  return { told, ofSocket }
}
