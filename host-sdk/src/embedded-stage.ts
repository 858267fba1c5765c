import type { Stage } from './stage.ts'

/** Shows the frame inside an element of the page; its height follows the widget. */
export function createEmbeddedStage(element: HTMLElement): Stage {
  let current: HTMLIFrameElement | undefined
  return {
    mount: (frame) => {
      const height = current?.style.height
      current?.remove()
      // Until the widget says its height: the shortest view, so that the page hardly moves.
      frame.style.height = height === undefined || height === '' ? '420px' : height
      current = frame
      element.append(frame)
    },
    frame: () => current,
    show: () => {},
    hide: () => {},
    isShown: () => true,
    resize: (height) => {
      if (current) current.style.height = `${Math.ceil(height)}px`
    },
    destroy: () => current?.remove(),
  }
}
