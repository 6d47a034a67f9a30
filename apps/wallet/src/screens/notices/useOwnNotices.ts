import { listOwnNotices } from '@btbc/contract/notice.ts'

import { send } from '#api/call.ts'
import { useKeyedPages } from '#api/pages.ts'

const PER_PAGE = 20

/** What a member was told about their account, the newest first. */
export function useOwnNotices() {
  return useKeyedPages({
    call: listOwnNotices,
    limit: PER_PAGE,
    readPage: async (before: number | undefined, signal) => {
      const asked = { limit: PER_PAGE, ...(before && { before }) }
      const { list, more } = await send(listOwnNotices, asked, { signal })
      return { list, next: more ? list.at(-1)?.id : null }
    },
  })
}
