import { Unreachable } from '@btbc/client/client.ts'
import { RichText as SafeText } from '@btbc/ui/RichText.tsx'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

import { useErrorText } from '#api/query.ts'
import { LinesSkeleton } from '#content/LinesSkeleton.tsx'

/** An article as operators wrote it; links to screens of the app stay within it. */
export function RichText({ html }: { html: string }) {
  const errorText = useErrorText()
  const router = useRouter()
  const follow = useCallback((path: string) => void router.navigate({ href: path }), [router])
  return (
    <SafeText
      html={html}
      onFollow={follow}
      loading={<LinesSkeleton />}
      failed={errorText(new Unreachable('unreadable'))}
    />
  )
}
