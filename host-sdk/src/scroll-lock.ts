/**
 * Keeps the page behind the modal from scrolling and from shifting when its scroll bar goes; returns the undo.
 * Only inline styles through CSSOM, which every content security policy allows.
 */
export function lockScroll(): () => void {
  const { documentElement: root, body } = document
  const scrollBar = window.innerWidth - root.clientWidth
  const before = {
    overflow: root.style.overflow,
    bodyOverflow: body.style.overflow,
    padding: body.style.paddingInlineEnd,
  }
  root.style.overflow = 'hidden'
  body.style.overflow = 'hidden'
  if (scrollBar > 0) {
    const padding = Number.parseFloat(getComputedStyle(body).paddingInlineEnd) || 0
    body.style.paddingInlineEnd = `${padding + scrollBar}px`
  }
  return () => {
    root.style.overflow = before.overflow
    body.style.overflow = before.bodyOverflow
    body.style.paddingInlineEnd = before.padding
  }
}
