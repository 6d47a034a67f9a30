import { type readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Eye } from 'lucide-react'

import { errorText, type Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'

type Case = Answer<typeof readCase>

/** Private pictures: each is fetched when it is asked for, and each view is written down. */
export function CasePictures({ found }: { found: Case }) {
  return (
    <div className="grid gap-2">
      <p className="text-small text-mut">{say('desk.viewsLogged')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {found.pictures.map((picture) => (
          <CasePicture key={picture.id} found={found} picture={picture} />
        ))}
      </div>
    </div>
  )
}

function CasePicture({ found, picture }: { found: Case; picture: Case['pictures'][number] }) {
  const { data, error, isPending, mutate } = useAct(readCasePicture)
  const view = () =>
    mutate({
      queue: found.queue,
      id: found.id,
      picture: picture.id,
      reason: `to decide ${found.queue} ${found.id}`,
    })

  if (data) {
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
  }
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
