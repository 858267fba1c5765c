import { type PointerEvent, type RefObject, useRef } from 'react'

const dismissDistancePx = 96
const flickSpeedPxPerMs = 0.6

type Drag = { pointer: number; y: number; at: number }

/** Pointer handlers for a sheet's handle: the panel follows the pointer down and is dismissed by distance or by a flick. */
export function useDragDismiss(panel: RefObject<HTMLElement | null>, onDismiss: (() => void) | undefined) {
  const drag = useRef<Drag | undefined>(undefined)
  const moveTo = (px: number | undefined) => {
    const style = panel.current?.style
    if (px === undefined) style?.removeProperty('translate')
    else style?.setProperty('translate', `0 ${Math.max(0, px)}px`)
  }
  const finish = (event: PointerEvent, mayDismiss: boolean) => {
    const start = drag.current
    if (start?.pointer !== event.pointerId) return
    drag.current = undefined
    moveTo(undefined)
    const distance = event.clientY - start.y
    const speed = distance / Math.max(1, event.timeStamp - start.at)
    if (mayDismiss && (distance > dismissDistancePx || (distance > 24 && speed > flickSpeedPxPerMs)))
      onDismiss?.()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!onDismiss) return
      drag.current = { pointer: event.pointerId, y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture?.(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current?.pointer === event.pointerId) moveTo(event.clientY - drag.current.y)
    },
    onPointerUp: (event: PointerEvent) => finish(event, true),
    onPointerCancel: (event: PointerEvent) => finish(event, false),
  }
}
