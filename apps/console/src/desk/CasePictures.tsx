import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Eye } from 'lucide-react'
import { useState } from 'react'

import { errorText, post, type Answer } from '#api/call.ts'

type Case = Answer<'/case'>

/** Private pictures: each is fetched when it is asked for, and each view is written down. */
export function CasePictures({ found }: { found: Case }) {
  return (
    <div className="grid gap-2">
      <p className="text-small text-mut">Every view of a picture is written into the audit log.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {found.pictures.map((picture) => (
          <CasePicture key={picture.id} found={found} picture={picture} />
        ))}
      </div>
    </div>
  )
}

function CasePicture({ found, picture }: { found: Case; picture: Case['pictures'][number] }) {
  const [source, setSource] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function view() {
    setBusy(true)
    setError(undefined)
    try {
      const { type, base64 } = await post('/case/picture', {
        queue: found.queue,
        id: found.id,
        picture: picture.id,
        reason: `to decide ${found.queue} ${found.id}`,
      })
      setSource(`data:${type};base64,${base64}`)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }

  if (source !== undefined) {
    return (
      <figure className="grid gap-1">
        <img
          src={source}
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
        busy={busy}
        onClick={() => void view()}
        icon={<Eye size={18} aria-hidden />}
      >
        View: {picture.label}
      </Button>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
    </div>
  )
}
