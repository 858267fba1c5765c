import { useContext, useState } from 'react'
import { RowPositionContext } from '../lists/row-position.ts'
import { gradientSeed } from './gradient-seed.ts'
import styles from './image-or-initial.module.css'

/** `name` seeds the fallback: the same name always gets the same colours and its first letter. `size` is in px. */
export type MarkProps = { name: string; src?: string | undefined; size?: number }

/**
 * An image that is never stretched; without one, or if it fails to load, a gradient with an initial. In a row that
 * passes in a fast scroll it is a blank tile.
 */
export function ImageOrInitial({ name, src, size = 40, shape }: MarkProps & { shape: 'tile' | 'disc' }) {
  const [failed, setFailed] = useState<string>()
  const isPassing = useContext(RowPositionContext)?.isPassing === true
  const shows = src !== undefined && src !== '' && failed !== src
  return (
    <span
      className={styles.mark}
      data-shape={shape}
      data-stand-in={shows ? undefined : ([...name.trim()][0]?.toUpperCase() ?? '')}
      style={{ '--size': `${size}px`, ...(shows ? {} : { '--hue': gradientSeed(name) % 360 }) }}
    >
      {shows && !isPassing && (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}
