import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { errorText } from '#api/call.ts'
import { type Act, useHeldFrom } from '#desk/operator.ts'

type LoggedPictureProps = {
  label: string
  /** Who may look. */
  act: Act
  onView: () => Promise<{ type: string; base64: string }>
}

/** A private picture: it is fetched when it is asked for, and each view is written down. */
export function LoggedPicture({ label, act, onView }: LoggedPictureProps) {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: onView })
  const held = useHeldFrom(act)
  const figure = useRef<HTMLElement>(null)
  // The button that was pressed is gone; unless the focus is somewhere else by now.
  useEffect(() => {
    if (data && document.activeElement === document.body) figure.current?.focus()
  }, [data])
  if (data) {
    return (
      <figure ref={figure} tabIndex={-1} className="grid gap-1">
        <img
          src={`data:${data.type};base64,${data.base64}`}
          alt={label}
          className="w-full rounded-control border border-line"
        />
        <figcaption className="text-small text-mut">{label}</figcaption>
      </figure>
    )
  }
  return (
    <div className="grid gap-2">
      <Button
        variant="ghost"
        size="medium"
        busy={isPending}
        disabledReason={held}
        onClick={() => mutate()}
        icon={<Eye size={18} aria-hidden />}
      >
        {say('desk.view', { picture: label })}
      </Button>
      {error && <Banner tone="bad">{errorText(error)}</Banner>}
    </div>
  )
}
