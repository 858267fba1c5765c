import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import type { Store } from '#widget/lib/state.ts'

/**
 * Opens the widget if it has no page behind it, in an element of the page or in a tab of its own: closing it opens it
 * again, on Account when connected, else on Connect (SPEC §2). Returns the undo.
 */
export function reopenOnClose(store: Store): () => void {
  store.set(openModalAtom)
  return store.sub(modalOpenAtom, () => {
    if (!store.get(modalOpenAtom)) queueMicrotask(() => store.set(openModalAtom))
  })
}
