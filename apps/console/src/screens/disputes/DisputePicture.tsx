import { readDisputePicture } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Eye } from 'lucide-react'

import { errorText } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'

type DisputePictureProps = { dealId: number; picture: Dispute['pictures'][number] }

/** A private picture, fetched when it is asked for; each view is written down. */
export function DisputePicture({ dealId, picture }: DisputePictureProps) {
  const { data, error, isPending, mutate } = useAct(readDisputePicture)
  const view = () =>
    mutate({ id: dealId, picture: picture.id, reason: `to decide the dispute of deal ${dealId}` })
  if (data)
    return (
      <figure className="grid gap-1">
        <img
          src={`data:${data.type};base64,${data.base64}`}
          alt={picture.label}
          className="w-full rounded-control border border-line"
        />
        <figcaption className="text-small text-mut">{picture.label}</figcaption>
      </figure>
    )
  return (
    <div className="grid gap-2">
      <Button
        variant="ghost"
        size="medium"
        busy={isPending}
        onClick={view}
        icon={<Eye size={18} aria-hidden />}
      >
        {say('desk.view', { picture: picture.label })}
      </Button>
      {error && <Banner tone="bad">{errorText(error)}</Banner>}
    </div>
  )
}
