/** How far inside its box each edge of a control is looked for, in px. */
const insetPx = 2

/**
 * Whether a control is in sight from its upper edge to its lower: nothing of the widget scrolls a part of it away, or lies
 * over one. Without this a page could make the frame so low that a press meets a row of which its edge alone is in sight.
 * What the page itself cuts off is reported of the panel.
 */
export function isFullyVisible(control: Element): boolean {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  return [top + insetPx, bottom - insetPx].every((y) => {
    // Tests without layout have no such function.
    const hit = control.ownerDocument.elementFromPoint?.(left + width / 2, y)
    return hit === undefined || control.contains(hit)
  })
}
