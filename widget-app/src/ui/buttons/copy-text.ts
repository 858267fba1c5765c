/** Copies through the clipboard API, or by selecting a hidden field if a frame or browser rejects it; true if it worked. */
export async function copyText(text: string, page: Document = document): Promise<boolean> {
  try {
    await page.defaultView?.navigator.clipboard.writeText(text)
    return page.defaultView !== null
  } catch {
    // Rejected, or missing on an insecure page: execCommand below needs no permission.
    return copyBySelection(text, page)
  }
}

function copyBySelection(text: string, page: Document): boolean {
  const before = page.activeElement
  const field = page.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.setProperty('position', 'fixed')
  field.style.setProperty('opacity', '0')
  page.body.append(field)
  field.select()
  try {
    return page.execCommand?.('copy') === true
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
