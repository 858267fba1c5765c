import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { isSameView, type View } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom } from '#widget/lib/i18n/translate.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { type FixtureEntry, previousViews } from './fixture-list.ts'
import { whenSettled } from './when-settled.ts'

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
  await whenSettled(page, scope, abortSignal)
  if (after) {
    await after(world)
    if (abortSignal.aborted) return
    await whenSettled(page, scope, abortSignal)
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
