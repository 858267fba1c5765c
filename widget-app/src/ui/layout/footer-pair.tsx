import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { offsetToAvoid, vacatedControls } from '../sheet/vacated-controls.ts'
import styles from './footer-pair.module.css'

/** Maximum growth of a footer to avoid vacated controls, in px. */
const maxLiftPx = 120

export type FooterPairProps = {
  readonly children: ReactNode
  /**
   * For a view that a page can open, perhaps over another one: the gated button is then above the secondary action and away
   * from vacated controls, and the panel keeps its full height, so that late content does not move the button there.
   */
  readonly avoidsVacatedControls?: boolean
}

/** A secondary action next to the primary one, which gets the remaining space. */
export function FooterPair({ children, avoidsVacatedControls = false }: FooterPairProps) {
  const pair = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = pair.current
    if (!element || !avoidsVacatedControls) return
    const rects = vacatedControls(element.ownerDocument)
    const avoidVacated = () => {
      element.style.removeProperty('--lift')
      element.toggleAttribute('data-keeps-height', rects.length > 0)
      const gated = element.querySelector(':scope > [data-gate]')
      const lift = gated && offsetToAvoid(gated.getBoundingClientRect(), rects, maxLiftPx)
      if (lift) element.style.setProperty('--lift', `${lift}px`)
    }
    avoidVacated()
    const view = element.ownerDocument.defaultView
    view?.addEventListener('resize', avoidVacated)
    return () => view?.removeEventListener('resize', avoidVacated)
  }, [avoidsVacatedControls])
  return (
    <div ref={pair} className={styles.pair}>
      {children}
    </div>
  )
}
