import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { isSameView, type View } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom } from '#widget/lib/i18n/translate.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { type FixtureEntry, previousViews } from './fixture-list.ts'

/** The page is settled when its view is present and nothing has changed for this long. */
const quietMs = 200

/** Resolves when the content of the page's `scope` no longer changes; never if aborted before. */
function settled(page: Document, scope: string, abortSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(checkSettled, quietMs)
    }
    const checkSettled = () => {
      if (!page.querySelector(`${scope} h1`) || page.querySelector('[data-view-loading]')) return wait()
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(wait)
    abortSignal.addEventListener('abort', () => {
      clearTimeout(timer)
      observer.disconnect()
    })
    wait()
    observer.observe(page.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/**
 * Runs a fixture's `after` step once its view is inside `scope` (a selector), then marks the page for screenshots:
 * `<html data-sample="settled">`. Marks nothing if aborted before.
 */
export async function renderFixture(
  { after }: FixtureEntry,
  world: TestWorld,
  {
    page,
    scope,
    abortSignal,
  }: { readonly page: Document; readonly scope: string; readonly abortSignal: AbortSignal },
): Promise<void> {
  await settled(page, scope, abortSignal)
  if (after) {
    await after(world)
    if (abortSignal.aborted) return
    await settled(page, scope, abortSignal)
  }
  page.documentElement.dataset.sample = 'settled'
}

/** Creates a test world for a fixture at its view, in the requested language (BCP 47), which is also set on the page. */
export async function fixtureWorld(
  fixture: FixtureEntry,
  locale: string | null,
  page: Document,
): Promise<TestWorld> {
  const world = testWorld(fixture.options)
  const { store } = world
  if (locale !== null) await store.set(chooseLanguageAtom, [locale], languageLoaders)
  const { tag, direction } = store.get(languageAtom)
  page.documentElement.lang = tag
  page.documentElement.dir = direction
  fixture.before?.(world)
  store.set(modalOpenAtom, true)
  if (!isSameView(store.get(currentViewAtom), fixture.view)) {
    const [first = fixture.view, ...rest]: readonly View[] = [...previousViews(fixture), fixture.view]
    store.set(viewStackAtom, { to: 'reset', view: first })
    for (const view of rest) store.set(viewStackAtom, { to: 'push', view })
  }
  return world
}
