import type { ArticleKind } from '@btbc/contract/article-rules.ts'
import { previewArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { RichText } from '@btbc/ui/RichText.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useSettled } from '@btbc/ui/useSettled.ts'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'

const PAUSE_MS = 400

type PreviewProps = {
  kind: ArticleKind
  thumbnail: string
  title: string
  body: string
}

/** What members would see on a phone of 390 px, drawn by the component that draws it for them. */
export function Preview({ kind, thumbnail, title, body }: PreviewProps) {
  return (
    <section aria-label={say('content.preview')} className="grid grid-cols-1 content-start gap-2">
      <p className="text-small text-mut">{say('content.preview')}</p>
      <div className="w-[390px] max-w-full overflow-hidden rounded-card border border-line bg-bg px-4 py-4">
        {kind === 'banner' ? (
          <img
            src={thumbnail}
            alt={title}
            width={358}
            height={152}
            className="w-full rounded-card bg-s2"
          />
        ) : (
          <>
            <p className="pb-3 text-title font-semibold wrap-anywhere">{title}</p>
            <Rendered body={body} />
          </>
        )}
      </div>
    </section>
  )
}

function Rendered({ body }: { body: string }) {
  const asked = useSettled(body, PAUSE_MS)
  const answer = useCall(
    previewArticle,
    { body: asked },
    { refetchInterval: false, enabled: asked.trim() !== '' },
  )
  if (asked.trim() === '') return <p className="text-mut">{say('content.emptyPreview')}</p>
  return (
    <Loaded query={answer}>
      {({ html }) => (
        <RichText
          html={html}
          onFollow={stay}
          loading={<Skeleton className="h-40" />}
          failed={say('shell.unreachable')}
        />
      )}
    </Loaded>
  )
}

/** A link to a screen of the app leads nowhere from here. */
function stay(): void {}
