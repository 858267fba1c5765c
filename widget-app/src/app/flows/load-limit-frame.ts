import { confirmLifetimeMs } from '#shared/config/limits.ts'
import { limitSetSchema } from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { hasSpendingLimitAtom, paymentDocument } from '#widget/domain/embedded-wallet/spending-limits.ts'
import { atom } from '#widget/lib/state.ts'

/** The part of a document in which the frame loads. */
type FramePlace = {
  readonly document: Pick<Document, 'createElement' | 'body'>
  /** `window`: its frames, by index. */
  readonly frames: { readonly length: number; readonly [index: number]: unknown }
}

/** Index of a frame's window among those of its document; −1 if it is none of them. */
const indexOf = (frames: FramePlace['frames'], target: unknown): number =>
  Array.from({ length: frames.length }, (_, index) => index).findIndex((index) => frames[index] === target)

/** Removes the frame of the last window. */
const removeLastAtom = atom<{ readonly remove: () => void } | undefined>(undefined)

/**
 * Loads the vault's frame out of sight, so that the vault's window can store a spending limit in it, and removes it once it has one, the
 * window has expired, or another window needs one. @throws TypeError where this document cannot frame it
 */
export const loadLimitFrameAtom = atom(null, async (get, set, place: FramePlace): Promise<number> => {
  const { clock, page } = get(portsAtom)
  const url = paymentDocument(get)
  if (url === undefined) throw new TypeError('This document cannot frame the vault')
  get(removeLastAtom)?.remove()
  const frame = place.document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  const loaded = new Promise<void>((resolve) =>
    frame.addEventListener('load', () => resolve(), { once: true }),
  )
  place.document.body.append(frame)
  const remove = () => {
    unlisten()
    cancel()
    frame.remove()
  }
  const unlisten = page.listen(({ data, origin, source }) => {
    if (origin !== new URL(url).origin || source !== frame.contentWindow) return
    if (!parseWire(limitSetSchema, data).success) return
    set(hasSpendingLimitAtom, true)
    remove()
  })
  const cancel = clock.after(confirmLifetimeMs, remove)
  set(removeLastAtom, { remove })
  await loaded
  return indexOf(place.frames, frame.contentWindow)
})
