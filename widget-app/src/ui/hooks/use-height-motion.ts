import { type RefObject, useEffect, useEffectEvent } from 'react'
import { prefersReducedMotion } from '../reduced-motion.ts'

const durationMs = 200
const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/**
 * Animates `panel` to its new height (200 ms) whenever the natural height of `content` changes; layout itself is never
 * fixed, so nothing is clipped if the animation is not available. `onHeight` receives the final height in px.
 */
export function useHeightMotion(
  panel: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onHeight: ((px: number) => void) | undefined,
): void {
  const report = useEffectEvent((px: number) => onHeight?.(px))
  useEffect(() => {
    const box = panel.current
    const inner = content.current
    if (!box || !inner || typeof ResizeObserver === 'undefined') return
    let last = 0
    let motion: Animation | undefined
    const observer = new ResizeObserver(() => {
      const from = motion?.playState === 'running' ? box.offsetHeight : last
      motion?.cancel()
      const to = box.offsetHeight
      last = to
      report(to)
      if (!from || !to || Math.abs(from - to) < 2 || prefersReducedMotion()) return
      box.dataset.moving = ''
      const running = box.animate([{ height: `${from}px` }, { height: `${to}px` }], {
        duration: durationMs,
        easing,
      })
      const settle = () => {
        if (motion === running) delete box.dataset.moving
      }
      running.onfinish = settle
      running.oncancel = settle
      motion = running
    })
    observer.observe(inner)
    return () => {
      observer.disconnect()
      motion?.cancel()
    }
  }, [panel, content])
}
