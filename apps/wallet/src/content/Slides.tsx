import autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, type ReactElement } from 'react'

const SHOWN_MS = 3000
/** Embla's own measure of speed; 60 comes to about 1.5 s from slide to slide. */
const UNHURRIED = 60

/** The moving half of Carousel; import Carousel.tsx instead. */
export function Slides({ playing, children }: { playing: boolean; children: ReactElement[] }) {
  const [frame, embla] = useEmblaCarousel({ loop: true, duration: UNHURRIED }, [
    autoplay({ delay: SHOWN_MS, playOnInit: false, stopOnInteraction: false, stopOnFocusIn: true }),
  ])
  useEffect(() => {
    const player = embla?.plugins().autoplay
    if (playing) player?.play()
    else player?.stop()
  }, [embla, playing])
  return (
    <div ref={frame} className="overflow-hidden rounded-card">
      <div className="-ml-2 flex">
        {children.map((slide) => (
          <div key={slide.key} className="flex min-w-0 shrink-0 basis-full pl-2">
            {slide}
          </div>
        ))}
      </div>
    </div>
  )
}
