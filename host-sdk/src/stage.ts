/** Where the frame is shown: over the page in a dialog, or inside an element of the page. */
export type Stage = {
  /** Puts a frame on stage, replacing the one before. */
  mount(frame: HTMLIFrameElement): void
  frame(): HTMLIFrameElement | undefined
  show(): void
  hide(): void
  isShown(): boolean
  /** Height the widget asks for, CSS pixels; only an embedded stage follows. */
  resize(height: number): void
  destroy(): void
}
