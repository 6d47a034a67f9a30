import { placeOf } from '#payments/record-place.ts'
import { AppLink } from '#shell/AppLink.tsx'

type RecordTitleProps = { info: string; kind: string; currency: number }

/** What happened; the words lead to what it is about, and so does a tap just above or below them. */
export function RecordTitle({ info, kind, currency }: RecordTitleProps) {
  const place = placeOf({ kind, currency })
  if (place === undefined) return info
  return (
    <AppLink
      to={place}
      className="press relative inline-flex min-h-6 items-center underline decoration-line underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5"
    >
      {info}
    </AppLink>
  )
}
