import type { FrameContainer } from './frame-container.ts'
import { setStyle } from './inline-style.ts'
import { renderNotice } from './load-failure-module.ts'
import type { NoticeOptions } from './load-notice.ts'

const nothing = () => {}

/** Shows the frame inside an element of the page; its height follows the widget. */
export function createEmbeddedContainer(element: HTMLElement, notice: () => NoticeOptions): FrameContainer {
  let current: HTMLElement | undefined
  // Until the widget reports its height: the shortest view, so that the page shifts little.
  let height = 420
  const replaceContent = (next: HTMLElement) => {
    current?.remove()
    current = next
    element.append(next)
  }
  const resize = (reportedHeight: number) => {
    height = reportedHeight
    if (current instanceof HTMLIFrameElement) setStyle(current, { height: `${Math.ceil(height)}px` })
  }
  return {
    mount: (frame) => {
      replaceContent(frame)
      resize(height)
    },
    fail: (cause) => {
      const failed = current
      void renderNotice(cause, { ...notice(), onClose: undefined }).then((rendered) => {
        if (current === failed) replaceContent(rendered)
      })
    },
    reveal: nothing,
    show: nothing,
    hide: nothing,
    resize,
    destroy: () => {
      current?.remove()
      current = undefined
    },
  }
}
