import type { LoadFailureReason } from './load-failure.ts'

/** Where the frame is shown: over the page in a dialog, or inside an element of the page. */
export type FrameContainer = {
  /** Inserts a frame and removes the previous one. */
  mount(frame: HTMLIFrameElement): void
  /** The frame's document is linked: from now on it renders itself. */
  reveal(): void
  show(): void
  /** The frame's document cannot be used: shows a notice in its place, if visible, until the next `mount`. */
  fail(cause: LoadFailureReason): void
  hide(): void
  /** Height that the widget reports, CSS pixels; only an embedded container applies it. */
  resize(height: number): void
  /** Removes everything from the page. */
  destroy(): void
}
