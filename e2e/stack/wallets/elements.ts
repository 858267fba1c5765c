/** Creates an element with text content. */
export function element(tag: string, text: string): HTMLElement {
  const node = document.createElement(tag)
  node.textContent = text
  return node
}

/** Creates a button with a class name. */
export function button(label: string, className: string): HTMLButtonElement {
  const node = document.createElement('button')
  node.type = 'button'
  node.textContent = label
  node.className = className
  return node
}
