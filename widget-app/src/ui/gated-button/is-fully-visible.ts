/** Distance of the tested points from a control's edges, in px. */
const insetPx = 2

/**
 * Whether a control is visible from its upper edge to its lower: no part is scrolled away or covered by the widget.
 * Otherwise a page could make the frame so low that a click hits a row of which only the edge is visible. The observer of
 * the panel reports what the page itself clips.
 */
export function isFullyVisible(control: Element): boolean {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  return [top + insetPx, bottom - insetPx].every((y) => {
    // Tests without layout lack this function.
    const topElement = control.ownerDocument.elementFromPoint?.(left + width / 2, y)
    return topElement === undefined || control.contains(topElement)
  })
}
