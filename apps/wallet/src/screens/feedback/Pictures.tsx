import { Summary } from '@btbc/ui/Fold.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { X } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { UploadField } from '#upload/UploadField.tsx'
import { useStoredPicture } from '#upload/useUpload.ts'

const PICTURES_MAX = 4

type PicturesProps = {
  pics: readonly string[]
  onChange: (pics: readonly string[]) => void
  error: string | undefined
}

/** The pictures that go along, and a place for the next one. */
export function Pictures({ pics, onChange, error }: PicturesProps) {
  const t = useText()
  // Also after a reload: nobody sends a picture unseen.
  const isOpen = pics.length > 0 || error !== undefined
  return (
    <details className="group" open={isOpen || undefined}>
      <Summary className="text-ac">{t('feedback.addPictures')}</Summary>
      <div className="grid gap-3">
        {pics.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {pics.map((id, at) => (
              <li key={id} className="relative">
                <Thumbnail id={id} number={at + 1} />
                <IconButton
                  label={t('feedback.removePicture', { number: at + 1 })}
                  className="absolute top-0 right-0 bg-s1"
                  onClick={() => onChange(pics.filter((each) => each !== id))}
                >
                  <X size={18} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {pics.length < PICTURES_MAX && (
          <UploadField
            key={pics.length}
            label={t('feedback.picture', { number: pics.length + 1 })}
            purpose="feedback"
            value=""
            onChange={(id) => onChange([...pics, id])}
            error={error}
          />
        )}
      </div>
    </details>
  )
}

/** A picture of the member's own, as the server keeps it. */
export function Thumbnail({ id, number }: { id: string; number: number }) {
  const t = useText()
  const { src, gone } = useStoredPicture(id)
  if (gone) return <p className="text-small text-sub">{t('feedback.pictureGone')}</p>
  return (
    <span className="grid h-30 w-40 place-items-center overflow-hidden rounded-control bg-s2">
      {src !== undefined && (
        <img
          src={src}
          alt={t('feedback.sentPicture', { number })}
          className="size-full object-contain"
        />
      )}
    </span>
  )
}
