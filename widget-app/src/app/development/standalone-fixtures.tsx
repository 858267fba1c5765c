import type { ReactNode } from 'react'
import { parseThemeVariables, themeModeSchema } from '#shared/config/theme.ts'
import * as z from '#shared/zod.ts'
import { atom, createStore, StoreProvider, useAtomValue } from '#widget/lib/state.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'
import { App } from '../app.tsx'
import { fixtureGroups } from './fixture-list.ts'
import { fixtureWorld, renderFixture } from './render-fixture.ts'
import styles from './standalone.module.css'
import { fixturesHash, hashOfView, isFixturesHash } from './standalone-hash.ts'

const fixtures = fixtureGroups.flat()

/**
 * The list of fixtures, or the fixture of the hash, in the theme and language of the query (`theme`, `accent`, `locale`).
 */
async function renderScreen(page: Window, abortSignal: AbortSignal): Promise<ReactNode> {
  const query = new URLSearchParams(page.location.search)
  const mode = z.safeParse(themeModeSchema, query.get('theme'))
  const { variables } = parseThemeVariables({ accent: query.get('accent') ?? undefined })
  applyTheme(page.document, { mode: mode.success ? mode.data : 'auto', variables })
  const at = fixtures.findIndex(({ hash }) => hash === page.location.hash)
  const [previous, fixture, next] = [fixtures[at - 1], fixtures[at], fixtures[at + 1]]
  if (fixture === undefined) return <FixtureList />
  const world = await fixtureWorld(fixture, query.get('locale'), page.document)
  void renderFixture(fixture, world, {
    page: page.document,
    scope: `[data-shown="${fixture.hash}"]`,
    abortSignal,
  })
  return (
    // A key for each fixture, so that no component state is reused.
    <div key={fixture.hash} className={styles.page} data-shown={fixture.hash}>
      <StoreProvider store={world.store}>
        <App />
      </StoreProvider>
      <nav className={styles.mark} data-sample-mark aria-label="Samples">
        <strong className={styles.stamp}>Sample</strong>
        <span>
          {fixture.view.name}: {fixture.state}. Nothing here is real.
        </span>
        {previous && <a href={previous.hash}>Previous</a>}
        {next && <a href={next.hash}>Next</a>}
        <a href={fixturesHash}>All</a>
      </nav>
    </div>
  )
}

const screenAtom = atom<ReactNode>(null)

/**
 * Renders the fixture of the URL, also when the hash changes: each in a world of its own, without reloading the document.
 * The gallery and the accessibility tests set the hash and wait for `data-sample` on `<html>`.
 */
export async function openFixtures(page: Window): Promise<ReactNode> {
  const store = createStore()
  const shownHashes = new Set<string>()
  let last = new AbortController()
  async function show(): Promise<void> {
    last.abort()
    last = new AbortController()
    const { signal } = last
    delete page.document.documentElement.dataset.sample
    // Some fixtures count their calls: their data serves one world only.
    if (shownHashes.has(page.location.hash)) return page.location.reload()
    shownHashes.add(page.location.hash)
    const screen = await renderScreen(page, signal)
    if (!signal.aborted) store.set(screenAtom, screen)
  }
  page.addEventListener('hashchange', () => {
    if (isFixturesHash(page.location.hash)) void show()
  })
  await show()
  return (
    <StoreProvider store={store}>
      <CurrentScreen />
    </StoreProvider>
  )
}

const CurrentScreen = () => useAtomValue(screenAtom)

/** Lists every view with a link to the running one, and every state of it as a fixture. */
function FixtureList() {
  return (
    <main className={styles.list}>
      <h1>Views and states</h1>
      <p>
        A view's name opens it in the running widget, with the wallets of this page. A state opens a sample:
        made-up wallets and balances in which nothing is real.
      </p>
      {fixtureGroups.map(
        ([first, ...rest]) =>
          first && (
            <section key={first.view.name}>
              <h2>
                <a href={hashOfView(first.view)}>{first.view.name}</a>
              </h2>
              <ul>
                {[first, ...rest].map(({ hash, state }) => (
                  <li key={hash}>
                    <a href={hash}>{state}</a>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </main>
  )
}
