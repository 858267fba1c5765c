import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { offsetToAvoid, vacatedControls } from '../sheet/vacated-controls.ts'
import styles from './footer-pair.module.css'

/** The most that a footer grows to be clear of what was there before, in px. */
const mostLiftPx = 120

export type FooterPairProps = {
  readonly children: ReactNode
  /**
   * A page brings this view up, perhaps over another one: the gated button is above the way out then, clear of where the
   * buttons were, and the panel keeps its full height, so that nothing that arrives moves it there.
   */
  readonly clearsPlaces?: boolean
}

/** A way out beside the primary action, which gets the room. */
export function FooterPair({ children, clearsPlaces = false }: FooterPairProps) {
  const pair = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = pair.current
    if (!element || !clearsPlaces) return
    const places = vacatedControls(element.ownerDocument)
    const clear = () => {
      element.style.removeProperty('--lift')
      element.toggleAttribute('data-keeps-height', places.length > 0)
      const gated = element.querySelector(':scope > [data-gate]')
      const lift = gated && offsetToAvoid(gated.getBoundingClientRect(), places, mostLiftPx)
      if (lift) element.style.setProperty('--lift', `${lift}px`)
    }
    clear()
    const view = element.ownerDocument.defaultView
    view?.addEventListener('resize', clear)
    return () => view?.removeEventListener('resize', clear)
  }, [clearsPlaces])
  return (
    <div ref={pair} className={styles.pair}>
      {children}
    </div>
  )
}
