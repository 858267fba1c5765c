/** Text of elements in document order, up to the end of `last`. */
function textOf(roots: readonly Element[], last?: Element): string {
  const parts: string[] = []
  /** Whether there is more to read. */
  const read = (node: Node): boolean => {
    if (node instanceof Element && node.matches('[data-ticks], [data-gate-answer]')) return true
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '')
    return [...node.childNodes].every(read) && node !== last
  }
  roots.every(read)
  return parts.join('\n')
}

/**
 * What a user reads in a panel: title, origin and the view. Parts with `data-ticks`, such as a countdown, and the answer to an
 * early press are no facts.
 */
export const factsText = (panel: Element): string =>
  textOf([...panel.children].filter((child) => !child.querySelector(':scope > footer')))

/** What a user reads of rows, and all above that can move them: what stands below changes no press. */
export const rowsText = (panel: Element, rows: Element): string => textOf([...panel.children], rows)
