import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { scrollerOf } from '../hooks/use-visible-rows.ts'
import { RefreshIcon } from '../icons/refresh.tsx'
import styles from './pull-to-refresh.module.css'

/** The indicator follows the touch at half its distance; released at this height or more, it refreshes. */
const readyPx = 48
const highestPx = 72

export type PullToRefreshProps = {
  disabled?: boolean
  /** Refetches; the indicator stays until it is done. */
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

/**
 * Refreshes by a pull-down touch gesture at the start of its scroller. Users without a touch screen need a button as well.
 */
export function PullToRefresh({ disabled = false, onRefresh, children }: PullToRefreshProps) {
  const sign = useRef<HTMLDivElement>(null)
  const refresh = useEffectEvent(onRefresh)
  const isOff = useEffectEvent(() => disabled)
  useEffect(() => {
    const element = sign.current
    if (!element) return
    const box = scrollerOf(element)
    let startY: number | undefined
    let isBusy = false
    const place = (px: number) => {
      element.style.setProperty('--pulled', `${px}px`)
      element.toggleAttribute('data-ready', px >= readyPx)
    }
    const heightAt = (y: number) => (startY === undefined ? 0 : Math.min(highestPx, (y - startY) / 2))
    const start = ({ touches: [finger, second] }: TouchEvent) => {
      const isPossible = !isBusy && !isOff() && second === undefined && box.scrollTop <= 0
      startY = isPossible ? finger?.clientY : undefined
    }
    const move = (event: TouchEvent) => {
      const [finger] = event.touches
      if (startY === undefined || finger === undefined) return
      const px = heightAt(finger.clientY)
      if (px <= 0) {
        // It is a scroll, and stays one.
        startY = undefined
        return place(0)
      }
      // Prevents that the host page or the browser is pulled as well.
      if (event.cancelable) event.preventDefault()
      element.dataset.held = ''
      place(px)
    }
    const end = ({ type, changedTouches: [finger] }: TouchEvent) => {
      const isMeant = type === 'touchend' && finger !== undefined && heightAt(finger.clientY) >= readyPx
      startY = undefined
      delete element.dataset.held
      if (!isMeant) return place(0)
      isBusy = true
      element.dataset.busy = ''
      place(readyPx)
      void refresh().finally(() => {
        isBusy = false
        delete element.dataset.busy
        place(0)
      })
    }
    box.addEventListener('touchstart', start, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    return () => {
      box.removeEventListener('touchstart', start)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [])
  return (
    <>
      <div ref={sign} className={styles.sign} aria-hidden="true">
        <RefreshIcon />
      </div>
      {children}
    </>
  )
}
