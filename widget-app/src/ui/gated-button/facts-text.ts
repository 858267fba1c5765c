/**
 * What a user reads in a panel: title, origin and the view. Parts with `data-ticks`, such as a countdown, and the answer to an
 * early press are no facts.
 */
export function factsText(panel: Element): string {
  const parts: string[] = []
  const read = (node: Node) => {
    if (node instanceof Element && node.matches('[data-ticks], [data-gate-answer]')) return
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '')
    for (const child of node.childNodes) read(child)
  }
  for (const child of panel.children) if (!child.querySelector(':scope > footer')) read(child)
  return parts.join('\n')
}
