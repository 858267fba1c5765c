import type { Root } from 'react-dom/client'
import { comparisonAtom } from '#widget/app/confirm/confirm-stage.ts'
import { whenSettled } from '#widget/app/development/when-settled.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { holdsKeysAtom, isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import { reviewsAtom, updateReviewAtom } from '#widget/domain/review-queue/reviews.ts'
import { reviewStates } from '#widget/features/review/testing/review-fixtures.ts'
import { ownConnection } from '#widget/features/review/window-fixtures.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom, translateAtom } from '#widget/lib/i18n/translate.ts'
import { type Store, StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { vaultScreenAtom } from '../document/vault-screen.ts'
import { VaultWindow } from '../document/vault-window.tsx'
import { frameScreenAtom } from '../spending/frame-screen.ts'
import { PaymentFrame } from '../spending/payment-frame.tsx'
import { hashOf } from './sample-hash.ts'
import type { VaultSample } from './vault-sample.ts'

/** A store that shows a sample: the vault's screen, and the request of a review, which is one of the user's own wallet. */
function sampleStore({ screen, frame, comparison, review, isOfSite = true }: VaultSample): Store {
  const fixture = reviewStates.find(({ state }) => state === review)
  const world = testWorld(fixture?.options)
  const { store } = world
  fixture?.before?.(world)
  for (const { id } of store.get(reviewsAtom)) store.set(updateReviewAtom, id, { connection: ownConnection })
  if (!isOfSite) store.set(hostOriginAtom, undefined)
  store.set(isConfirmWindowAtom, true)
  store.set(holdsKeysAtom, true)
  store.set(comparisonAtom, comparison)
  if (frame === undefined) store.set(vaultScreenAtom, screen)
  else store.set(frameScreenAtom, frame)
  return store
}

/** Types into the screen's field. @throws Error if there is none */
function typeInto(screen: Element, typed: string): void {
  const field = screen.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if (!field) throw new Error('The screen has no field')
  field.value = typed
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Presses the button with a text. @throws Error if there is none */
function press(screen: Element, text: string): void {
  const button = [...screen.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  if (!button) throw new Error(`The screen has no button “${text}”`)
  button.click()
}

/**
 * Renders a sample in a language (BCP 47), and marks the page for screenshots once it is settled: `<html data-sample="settled">`.
 * Marks nothing if aborted before.
 */
export async function showSample(
  root: Root,
  sample: VaultSample,
  { page, locale, signal }: { page: Document; locale: string | null; signal: AbortSignal },
): Promise<void> {
  const store = sampleStore(sample)
  if (locale !== null) await store.set(chooseLanguageAtom, [locale], languageLoaders)
  if (signal.aborted) return
  const { tag, direction } = store.get(languageAtom)
  page.documentElement.lang = tag
  page.documentElement.dir = direction
  const hash = hashOf(sample)
  // No component's state is reused, also if the same sample was shown before.
  root.render(null)
  root.render(
    <div data-shown={hash}>
      <StoreProvider store={store}>
        {sample.frame === undefined ? <VaultWindow /> : <PaymentFrame />}
      </StoreProvider>
      <span data-sample-mark />
    </div>,
  )
  const scope = `[data-shown="${hash}"]`
  const whenShown = async (): Promise<Element> => {
    await whenSettled(page, scope, signal)
    return page.querySelector(scope) ?? page.body
  }
  const screen = await whenShown()
  const { typed, pressed } = sample
  if (typed !== undefined) {
    typeInto(screen, typed)
    await whenShown()
  }
  if (pressed !== undefined) {
    press(screen, store.get(translateAtom)(pressed))
    await whenShown()
  }
  page.documentElement.dataset.sample = 'settled'
}
