import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { parseThemeVariables, themeModeSchema } from '#shared/config/theme.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { type TestWorld, testWorld } from '#widget/kernel/test-world.ts'
import { isSameView, type View } from '#widget/kernel/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/kernel/view-stack.ts'
import { chooseLanguageAtom, languageAtom } from '#widget/lib/i18n/translate.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'
import { App } from './app.tsx'
import { type Sample, sampleGroups, viewsBeneath } from './sample-list.ts'
import styles from './standalone.module.css'
import { hashOfView, samplesHash } from './standalone-hash.ts'

/** The page counts as settled when its view is there and nothing has changed for this long. */
const quietMs = 200

function settled(page: Document): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(look, quietMs)
    }
    const look = () => {
      if (!page.querySelector('h1') || page.querySelector('[data-view-loading]')) return wait()
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(wait)
    wait()
    observer.observe(page.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/** Lets a sample's story end once its view stands, then tells whoever takes pictures: `<html data-sample="settled">`. */
async function play({ after }: Sample, world: TestWorld, page: Document): Promise<void> {
  await settled(page)
  if (after) {
    await after(world)
    await settled(page)
  }
  page.documentElement.dataset.sample = 'settled'
}

/** The world of a sample at its view, in the language that is wished for. */
async function worldOf(sample: Sample, locale: string | null, page: Document): Promise<TestWorld> {
  const world = testWorld(sample.options)
  const { store } = world
  if (locale !== null) await store.set(chooseLanguageAtom, [locale], languageLoaders)
  const { tag, direction } = store.get(languageAtom)
  page.documentElement.lang = tag
  page.documentElement.dir = direction
  sample.before?.(world)
  store.set(modalOpenAtom, true)
  if (!isSameView(store.get(currentViewAtom), sample.view)) {
    const [first = sample.view, ...rest]: readonly View[] = [...viewsBeneath(sample), sample.view]
    store.set(viewStackAtom, { to: 'reset', view: first })
    for (const view of rest) store.set(viewStackAtom, { to: 'push', view })
  }
  return world
}

/** The list of samples, or the one that the hash names, in the theme and language of the query (`theme`, `accent`, `locale`). */
export async function openSamples(page: Window): Promise<ReactNode> {
  const query = new URLSearchParams(page.location.search)
  const mode = z.safeParse(themeModeSchema, query.get('theme'))
  const { variables } = parseThemeVariables({ accent: query.get('accent') ?? undefined })
  applyTheme(page.document, { mode: mode.success ? mode.data : 'auto', variables })
  const samples = sampleGroups.flat()
  const at = samples.findIndex(({ hash }) => hash === page.location.hash)
  const [previous, sample, next] = [samples[at - 1], samples[at], samples[at + 1]]
  if (sample === undefined) return <SampleList />
  const world = await worldOf(sample, query.get('locale'), page.document)
  void play(sample, world, page.document)
  return (
    <div className={styles.page}>
      <StoreProvider store={world.store}>
        <App />
      </StoreProvider>
      <nav className={styles.mark} data-sample-mark aria-label="Samples">
        <strong className={styles.stamp}>Sample</strong>
        <span>
          {sample.view.name}: {sample.state}. Nothing here is real.
        </span>
        {previous && <a href={previous.hash}>Previous</a>}
        {next && <a href={next.hash}>Next</a>}
        <a href={samplesHash}>All</a>
      </nav>
    </div>
  )
}

/** Every view with a link to the running one, and every state of it as a sample. */
function SampleList() {
  return (
    <main className={styles.list}>
      <h1>Views and states</h1>
      <p>
        A view's name opens it in the running widget, with the wallets of this page. A state opens a sample:
        made-up wallets and balances in which nothing is real.
      </p>
      {sampleGroups.map(
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
