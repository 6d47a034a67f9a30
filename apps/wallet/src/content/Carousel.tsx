import type { readHomeContent } from '@btbc/contract/news.ts'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { clsx } from 'clsx'
import { ChevronRight, Pause, Play } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'

import type { Answer } from '#api/call.ts'
import { useText } from '#i18n/text.ts'
import { AppLink } from '#shell/AppLink.tsx'

type Slide = Answer<typeof readHomeContent>['banners'][number]

const Slides = lazy(async () => ({ default: (await import('#content/Slides.tsx')).Slides }))

/** Pictures that lead somewhere. The first one stands at once; what moves them is loaded later. */
export function Carousel({ slides }: { slides: readonly Slide[] }) {
  const t = useText()
  const [moving, setMoving] = useState(false)
  // Nothing moves by itself for who asked for calm.
  const [playing, setPlaying] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    const timer = setTimeout(() => setMoving(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  const cards = slides.map((slide) => <SlideCard key={slide.to} slide={slide} />)
  const first = <div className="overflow-hidden rounded-card">{cards[0]}</div>
  return (
    <section aria-roledescription="carousel" aria-label={t('home.highlights')} className="relative">
      {moving ? (
        <Suspense fallback={first}>
          <Slides playing={playing}>{cards}</Slides>
        </Suspense>
      ) : (
        first
      )}
      <IconButton
        label={playing ? t('home.pauseSlides') : t('home.playSlides')}
        onClick={() => setPlaying(!playing)}
        className="absolute right-0 bottom-0 text-mut"
      >
        {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </IconButton>
    </section>
  )
}

function SlideCard({ slide }: { slide: Slide }): ReactNode {
  const [broken, setBroken] = useState(false)
  return (
    <AppLink
      to={slide.to}
      className="card flex min-h-24 w-full shrink-0 basis-full items-center gap-4 overflow-hidden pr-4"
    >
      {!broken && (
        <img
          src={slide.img}
          alt=""
          width={112}
          height={96}
          onError={() => setBroken(true)}
          className="w-28 max-w-1/3 shrink-0 self-stretch object-cover object-left max-[22.5rem]:w-20"
        />
      )}
      <span className={clsx('min-w-0 flex-1 py-3 font-semibold', broken && 'pl-4')}>
        {slide.alt}
      </span>
      <ChevronRight size={20} aria-hidden className="mr-4 shrink-0 text-mut max-[22.5rem]:hidden" />
    </AppLink>
  )
}
