/**
 * Keeps the page behind the modal from scrolling and from shifting when its scroll bar goes; returns the undo.
 * Only inline styles through CSSOM, which every content security policy allows. What the page itself changes
 * meanwhile stays as the page left it.
 */
export function lockScroll(): () => void {
  const { documentElement: root, body } = document
  const undo: (() => void)[] = []
  const set = ({ style }: HTMLElement, name: 'overflow' | 'paddingInlineEnd', value: string) => {
    const before = style[name]
    style[name] = value
    const ours = style[name]
    undo.push(() => {
      if (style[name] === ours) style[name] = before
    })
  }
  const scrollBar = window.innerWidth - root.clientWidth
  // Before the page's own body is parsed there is only the root.
  if (body) {
    const padding = Number.parseFloat(getComputedStyle(body).paddingInlineEnd) || 0
    if (scrollBar > 0) set(body, 'paddingInlineEnd', `${padding + scrollBar}px`)
    set(body, 'overflow', 'hidden')
  }
  set(root, 'overflow', 'hidden')
  return () => {
    for (const step of undo) step()
  }
}
