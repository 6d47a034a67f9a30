import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Id, int, Nothing, optional, paging, text, Timestamp } from '#wire.ts'

/** What a member was told about their account, and where they want to be told it. */

/** What notices are about; where each is told is the member's choice. */
export const noticeKinds = [
  'security',
  'deposits',
  'withdrawals',
  'deals',
  'earn',
  'identity',
  'team',
  'rewards',
  'feedback',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** In the list of notices, by mail (or text message), on devices that asked for it. */
export const noticeWays = ['app', 'mail', 'push'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Nobody can be robbed in silence: these are told whatever was chosen. */
export const fixedWays: Readonly<Partial<Record<NoticeKind, readonly NoticeWay[]>>> = {
  security: ['app', 'mail'],
}

/**
 * Told there only to who asked for it: mail to everybody at once would hold up the codes of those who
 * log in.
 */
const askedForWays: Readonly<Partial<Record<NoticeKind, readonly NoticeWay[]>>> = {
  rewards: ['mail'],
}

/** Where a kind is told as long as its member has chosen nothing. */
export function isToldUnasked(kind: NoticeKind, way: NoticeWay): boolean {
  return askedForWays[kind]?.includes(way) !== true
}

/** As many as one member has devices that are told. */
export const PUSH_DEVICES_MAX = 10
const IDS_MAX = 200
const ENDPOINT_LENGTH_MAX = 1000
const KEY_LENGTH_MAX = 100
const NoticeId = int(1, Number.MAX_SAFE_INTEGER)

export const listOwnNotices = endpoint({
  path: '/notice/list',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: false,
  about: ['notices'],
  summary: 'What the caller was told, newest first; `before` is the id to go on after',
  request: { ...paging, before: optional(NoticeId) },
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(noticeKinds),
        title: z.string(),
        text: z.string(),
        at: Timestamp,
        read: z.boolean(),
        /** Where in the app it is about. */
        link: z.optional(z.string()),
      }),
    ),
    /** Of all of them. */
    unread: z.int(),
    /** There are older ones. */
    more: z.boolean(),
  }),
  refusals: [],
})

export const markOwnNoticesRead = endpoint({
  path: '/notice/read',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['notices'],
  summary:
    'These were read, or those about this deal; without `ids` and `deal` all of them, and what the house has published',
  request: { ids: optional(z.array(NoticeId).check(z.maxLength(IDS_MAX))), deal: optional(Id) },
  response: Nothing,
  refusals: [],
})

export const noticeSettings = endpoint({
  path: '/notice/settings',
  methods: ['GET', 'POST'],
  access: 'member',
  changes: true,
  sets: true,
  // It answers what there is to know about it; nothing else shows any of it.
  about: [],
  summary: 'Where the caller is told what; with `kind`, `way` and `on` one of it is changed',
  request: {
    kind: optional(z.enum(noticeKinds)),
    way: optional(z.enum(noticeWays)),
    on: optional(z.boolean()),
  },
  response: z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(noticeKinds),
        app: z.boolean(),
        mail: z.boolean(),
        push: z.boolean(),
        /** What cannot be switched off. */
        fixed: z.array(z.enum(noticeWays)),
      }),
    ),
    /** Devices of the caller that are told. */
    devices: z.int(),
    /** One of them is that of this session. */
    here: z.boolean(),
    /** What a browser subscribes with: the public key of this house, base64url. */
    push_key: z.string(),
  }),
  refusals: ['notice_fixed', 'notice_choice_incomplete'],
})

/** As a browser's subscription to web push has them. */
const subscription = {
  endpoint: text(ENDPOINT_LENGTH_MAX),
  p256dh: text(KEY_LENGTH_MAX),
  auth: text(KEY_LENGTH_MAX),
}

export const addPushDevice = endpoint({
  path: '/notice/device',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: [],
  summary: 'Tell this device, too, by web push, as long as its session lasts',
  request: subscription,
  response: Nothing,
  refusals: ['push_device_invalid'],
})

export const removePushDevice = endpoint({
  path: '/notice/device/remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: [],
  summary: 'Tell this device no more; of one that is not known nothing is said',
  request: { endpoint: subscription.endpoint },
  response: Nothing,
  refusals: [],
})

export const noticeCalls = {
  listOwnNotices,
  markOwnNoticesRead,
  noticeSettings,
  addPushDevice,
  removePushDevice,
}
