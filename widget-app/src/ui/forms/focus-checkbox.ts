/** Scrolls the checkbox with this id to the middle of its view and focuses it, with a ring also after a click. */
export function focusCheckbox(id: string): void {
  const box = document.getElementById(id)
  box?.scrollIntoView({ block: 'center' })
  box?.focus({ preventScroll: true, focusVisible: true })
}
