/**
 * Installs what jsdom lacks of `<dialog>`: showModal, close with its event in a later task, and the selector `:modal`.
 * Returns a function that removes it.
 */
export function installDialogs(): () => void {
  const modal = new WeakSet<Element>()
  const { matches } = HTMLElement.prototype
  const stubs = {
    showModal(this: HTMLDialogElement) {
      if (this.open || !this.isConnected) throw new DOMException('Not possible now', 'InvalidStateError')
      this.setAttribute('open', '')
      modal.add(this)
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.removeAttribute('open')
      modal.delete(this)
      setTimeout(() => this.dispatchEvent(new Event('close')))
    },
    matches(this: HTMLDialogElement, selector: string): boolean {
      return selector === ':modal' ? modal.has(this) && this.isConnected : matches.call(this, selector)
    },
  }
  Object.assign(HTMLDialogElement.prototype, stubs)
  return () => {
    for (const name of Object.keys(stubs)) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  }
}
