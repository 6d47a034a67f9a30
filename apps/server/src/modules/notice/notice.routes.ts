import {
  addPushDevice as addPushDeviceCall,
  listOwnNotices as listOwnNoticesCall,
  markOwnNoticesRead as markOwnNoticesReadCall,
  noticeSettings as noticeSettingsCall,
  removePushDevice as removePushDeviceCall,
} from '@btbc/contract/notice.ts'

import type { Serve } from '#http/serve.ts'
import { housePushKeys } from '#platform/notifications/push/vapid.ts'
import { readSecret } from '#platform/secrets.ts'

import { addPushDevice, lookAtPushDevices, removePushDevice } from './devices.ts'
import { chooseNotices, listOwnNotices, markOwnNoticesRead } from './notice.ts'

const PER_PAGE = 20

export function serveNotices(serve: Serve, local: string | undefined): void {
  serve(listOwnNoticesCall, ({ tx, request, caller: { memberId }, language, timeZone }) => {
    const { limit = PER_PAGE, page = 1, before } = request
    const reader = { memberId, language, timeZone }
    return listOwnNotices(tx, reader, { limit, page, before })
  })
  serve(markOwnNoticesReadCall, async ({ tx, request: { ids, deal }, caller, now, wallNow }) => {
    await markOwnNoticesRead(tx, { memberId: caller.memberId, ids, deal, now, wallNow })
    return {}
  })
  serve(noticeSettingsCall, async ({ tx, request, caller }) => ({
    kinds: await chooseNotices(tx, { memberId: caller.memberId, request }),
    ...(await lookAtPushDevices(tx, caller)),
    push_key: housePushKeys(await readSecret(tx, 'push')).publicKey,
  }))
  serve(addPushDeviceCall, async ({ tx, request, caller, wallNow }) => {
    await addPushDevice(tx, { caller, request, local, wallNow })
    return {}
  })
  serve(removePushDeviceCall, async ({ tx, request: { endpoint }, caller: { memberId } }) => {
    await removePushDevice(tx, { memberId, endpoint })
    return {}
  })
}
