import type { Stage } from './stage.ts'

const nothing = () => {}

/** Shows the frame inside an element of the page; its height follows the widget. */
export function createEmbeddedStage(element: HTMLElement): Stage {
  let current: HTMLIFrameElement | undefined
  // Until the widget says its height: the shortest view, so that the page hardly moves.
  let height = 420
  const resize = (wanted: number) => {
    height = wanted
    if (current) current.style.height = `${Math.ceil(height)}px`
  }
  return {
    mount: (frame) => {
      current?.remove()
      current = frame
      resize(height)
      element.append(frame)
    },
    reveal: nothing,
    show: nothing,
    hide: nothing,
    resize,
    destroy: () => current?.remove(),
  }
}
