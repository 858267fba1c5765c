/** An element with a text in it. */
export function element(tag: string, text: string): HTMLElement {
  const node = document.createElement(tag)
  node.textContent = text
  return node
}

/** A button that looks as a class of its page says. */
export function button(label: string, look: string): HTMLButtonElement {
  const node = document.createElement('button')
  node.type = 'button'
  node.textContent = label
  node.className = look
  return node
}
