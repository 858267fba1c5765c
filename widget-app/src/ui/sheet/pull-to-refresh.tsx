import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { scrollerOf } from '../hooks/use-visible-rows.ts'
import { RefreshIcon } from '../icons/refresh.tsx'
import styles from './pull-to-refresh.module.css'

/** The indicator follows the touch at half its distance; released at this height or more, it refreshes. */
const refreshAtPx = 48
const maxPullPx = 72

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
  const indicator = useRef<HTMLDivElement>(null)
  const refresh = useEffectEvent(onRefresh)
  const isOff = useEffectEvent(() => disabled)
  useEffect(() => {
    const element = indicator.current
    if (!element) return
    const box = scrollerOf(element)
    let startY: number | undefined
    let isBusy = false
    const moveTo = (px: number) => {
      element.style.setProperty('--pulled', `${px}px`)
      element.toggleAttribute('data-ready', px >= refreshAtPx)
    }
    const heightAt = (y: number) => (startY === undefined ? 0 : Math.min(maxPullPx, (y - startY) / 2))
    const start = ({ touches: [touch, second] }: TouchEvent) => {
      const isPossible = !isBusy && !isOff() && second === undefined && box.scrollTop <= 0
      startY = isPossible ? touch?.clientY : undefined
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (startY === undefined || touch === undefined) return
      const px = heightAt(touch.clientY)
      if (px <= 0) {
        // It is a scroll, and stays one.
        startY = undefined
        return moveTo(0)
      }
      // Prevents that the host page or the browser is pulled as well.
      if (event.cancelable) event.preventDefault()
      element.dataset.held = ''
      moveTo(px)
    }
    const end = ({ type, changedTouches: [touch] }: TouchEvent) => {
      const shouldRefresh =
        type === 'touchend' && touch !== undefined && heightAt(touch.clientY) >= refreshAtPx
      startY = undefined
      delete element.dataset.held
      if (!shouldRefresh) return moveTo(0)
      isBusy = true
      element.dataset.busy = ''
      moveTo(refreshAtPx)
      void refresh().finally(() => {
        isBusy = false
        delete element.dataset.busy
        moveTo(0)
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
      <div ref={indicator} className={styles.sign} aria-hidden="true">
        <RefreshIcon />
      </div>
      {children}
    </>
  )
}
