import { type Followed, type FollowParts, followSetting } from '#platform/followed-setting.ts'

import { termsSetting } from './terms.settings.ts'

/** The version of the terms, and since when it holds. */
export type FollowedTerms = Followed<{ version: number; since: Date }>

/** Unread it is the first version: members are asked for a later one when it is known. */
export async function followTerms(parts: FollowParts): Promise<FollowedTerms> {
  return await followSetting(parts, termsSetting, {
    read: ({ version }, since) => ({ version, since }),
    unread: { version: 1, since: new Date(0) },
  })
}
