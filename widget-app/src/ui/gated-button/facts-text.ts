/** Text of elements in document order, up to the end of `last`. */
function textOf(roots: readonly Element[], last?: Element): string {
  const parts: string[] = []
  /** Returns false at the last node. */
  const read = (node: Node): boolean => {
    if (node instanceof Element && node.matches('[data-ticks], [data-gate-answer]')) return true
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '')
    return [...node.childNodes].every(read) && node !== last
  }
  roots.every(read)
  return parts.join('\n')
}

/**
 * The text that a user reads in a panel: title, origin and the view. Parts with `data-ticks`, such as a countdown, and the
 * message after an early click are no facts.
 */
export const factsText = (panel: Element): string =>
  textOf([...panel.children].filter((child) => !child.querySelector(':scope > footer')))

/** The text of rows, and of everything above that can move them: content below does not affect a click. */
export const rowsText = (panel: Element, rows: Element): string => textOf([...panel.children], rows)
