import type { LoadFailureReason } from './load-failure.ts'

/** Where the frame is shown: over the page in a dialog, or inside an element of the page. */
export type FrameContainer = {
  /** Puts a frame on stage, replacing the one before. */
  mount(frame: HTMLIFrameElement): void
  /** The frame's document is linked: from now on it draws for itself. */
  reveal(): void
  show(): void
  /** The frame's document cannot be used: says so in its place, where it would be seen, until the next `mount`. */
  fail(cause: LoadFailureReason): void
  hide(): void
  /** Height the widget asks for, CSS pixels; only an embedded stage follows. */
  resize(height: number): void
  /** Leaves the page for good. */
  destroy(): void
}
