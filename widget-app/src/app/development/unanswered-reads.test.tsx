import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { getBalance } from '#shared/api/balance.ts'
import { getSupportedChains } from '#shared/api/chains.ts'
import { getConvertQuotes, getConvertTokens } from '#shared/api/convert.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { getExchangeAssets, postExchanges } from '#shared/api/exchange.ts'
import { getHistory } from '#shared/api/history.ts'
import { getIdentity, getNameSuggestions, getReverseNames } from '#shared/api/names.ts'
import { getOnrampOptions } from '#shared/api/onramp.ts'
import { postFungiblePrice } from '#shared/api/price.ts'
import { getAllowedOrigins, getProjectConfig } from '#shared/api/project.ts'
import { getSessions } from '#shared/api/sessions.ts'
import { getWallets } from '#shared/api/wallets.ts'
import { isInRotation } from '#shared/testing/rotation.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestRoutes } from '#widget/testing/fetch.ts'
import { type TestWorldOptions, testAdapter } from '#widget/testing/world.ts'
import skeleton from '#widget/ui/progress/skeleton.module.css'
import { App } from '../app.tsx'
import { type FixtureEntry, fixtureGroups } from './fixture-list.ts'
import { fixtureWorld } from './render-fixture.ts'

/** What becomes of every read of a view's world. */
const silences = ['fails', 'hangs', 'is empty', 'knows no network'] as const
type Silence = (typeof silences)[number]

const never = () => new Promise<never>(() => {})
const unreachable = async () => {
  throw new Error('No node')
}

/** What a wallet is asked, and what is known without a read. */
const keptMembers = new Set([
  'namespace',
  'calls',
  'emit',
  'parseAddress',
  'connect',
  'disconnect',
  'watch',
  'request',
  'prepare',
  'switchNetwork',
  'readText',
  'smartSessions',
  'contractCalls',
])

/** What a node answers that holds nothing of the account; the other reads have no empty answer. */
const emptyReads: Partial<ChainAdapter> = {
  nativeBalance: async () => 0n,
  nativeHolding: async () => ({ value: 0n, total: 0n }),
  tokenBalances: async () => [],
  heldTokens: async () => [],
  contractsAmong: async () => [],
  reverseName: async () => undefined,
}

/** What the API answers that has nothing to say. */
const emptyAnswers: readonly (readonly [Endpoint, unknown])[] = [
  [getWallets, { data: [], count: 0 }],
  [getProjectConfig, { features: [] }],
  [getAllowedOrigins, { allowedOrigins: [] }],
  [getSupportedChains, { http: [], ws: [] }],
  [getBalance, { balances: [] }],
  [getHistory, { data: [], next: null }],
  [postFungiblePrice, { fungibles: [] }],
  [getConvertTokens, { tokens: [] }],
  [getConvertQuotes, { quotes: [] }],
  [getIdentity, { name: null, avatar: null }],
  [getReverseNames, []],
  [getNameSuggestions, { suggestions: [] }],
  [getOnrampOptions, { paymentCurrencies: [], purchaseCurrencies: [] }],
  [postExchanges, { jsonrpc: '2.0', id: 1, result: { exchanges: [], total: 0 } }],
  [getExchangeAssets, { exchangeId: 'quay', assets: {} }],
  [getSessions, { pcis: [] }],
]

const isPathOf = ({ path }: Endpoint, asked: string) =>
  new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`).test(asked)

/** Of what has no empty answer there is none: 404, as for a name that belongs to no account. */
function emptyRoute(path: string): TestRoutes[string] {
  const [, body] = emptyAnswers.find(([endpoint]) => isPathOf(endpoint, path)) ?? []
  return () => (body === undefined ? { status: 404 } : { body })
}

function silentAdapter(adapter: ChainAdapter, silence: Silence): ChainAdapter {
  const members = Object.entries(adapter).map(([name, member]) => {
    if (keptMembers.has(name) || typeof member !== 'function') return [name, member] as const
    return [name, silence === 'hangs' ? never : unreachable] as const
  })
  const empty = Object.entries(emptyReads).filter(([name]) => silence === 'is empty' && name in adapter)
  return { ...adapter, ...Object.fromEntries([...members, ...empty]) }
}

function silentRoutes(silence: Silence): TestRoutes {
  const answerOf = {
    fails: () => () => ({ status: 400 }),
    hangs: () => never,
    'is empty': emptyRoute,
    'knows no network': () => () => ({ status: 400 }),
  }[silence]
  return new Proxy({}, { get: (_routes, path) => answerOf(String(path)) })
}

function silent(options: TestWorldOptions = {}, silence: Silence): TestWorldOptions {
  const { adapter = testAdapter(), otherAdapters = [], clock: _clock, ...rest } = options
  return {
    ...rest,
    adapter: silentAdapter(adapter, silence),
    otherAdapters: otherAdapters.map((one) => silentAdapter(one, silence)),
    routes: silentRoutes(silence),
    ...(silence === 'knows no network' ? { bundledNetworks: [] } : {}),
  }
}

/** Shapes that stand where content will be, and groups that say that they load. */
const loading = `.${skeleton.bone}, [aria-busy="true"]`

/**
 * Samples that hold a step open by themselves, to show it: a review or sign-in being prepared, which has Cancel, and a
 * connection that is being restored. Of a chain without a record no sign-in is opened (`requireSignIn`). A project that
 * wants no e-mail passes on to the sign-in of a flow, which a sample has not.
 */
const held =
  /^(Connect reconnecting|ApproveTransaction (simulating|reading|checking again)|SIWXSignMessage preparing)$/
const isHeld = ({ view, state }: FixtureEntry, silence: Silence) =>
  held.test(`${view.name} ${state}`) ||
  (view.name === 'SIWXSignMessage' && silence === 'knows no network') ||
  (view.name === 'DataCapture' && silence === 'is empty')

/** Within so many seconds every view has words and a way on. */
const wordsWithin = 10
/** Views that report what is or was, and say what they wait for: after them comes the header's Back or Close. */
const reports =
  /not known here|does not offer|could be loaded|No link to this wallet|asks for the camera|Confirm in |Approve the change|Connected$/
const reportViews = /^(Transaction|CallsStatus)$/

/** The text of the view without its title, and whether there is a way on: the header, which has Close always, is left out. */
function offeredBy(container: Element, { view }: FixtureEntry) {
  const body = container.cloneNode(true)
  if (!(body instanceof Element)) throw new Error('No view')
  for (const header of body.querySelectorAll('header')) header.remove()
  // A gate is shut here: jsdom has no IntersectionObserver.
  const controls = body.querySelectorAll(
    'button:not(:disabled, [aria-disabled="true"]), [data-gate] button, a[href], input:not(:disabled), textarea, summary',
  )
  const words = body.textContent.trim()
  const isReport = reports.test(words) || reportViews.test(view.name)
  return { hasWords: words !== '', hasWayOn: controls.length > 0 || isReport }
}

/**
 * Seconds until nothing loads any more. A transfer waits twice, for the balances and then for its fee; so does the account, for
 * the settings of the project and then for what they turn on.
 */
const limitOf = ({ view }: FixtureEntry) => (/^(WalletSend|Account$)/.test(view.name) ? 20 : wordsWithin)

/**
 * An element that lacks a word: quotes around nothing, two spaces, or a space at an end, before a word or a point.
 */
const isIncomplete = ({ children, textContent }: Element) =>
  children.length === 0 && /“”| {2}|^ \D| $| \./.test(textContent ?? '')
/** Opened only once an address is given, which no sample can do without an answer. */
const lacksAddress = ({ view }: FixtureEntry) => view.name === 'DataCaptureOtpConfirm'

const samples: readonly FixtureEntry[] = fixtureGroups.flat()
/** A tenth of the rows in each run, chosen as for the wallet behaviours, which print it. */
const share = { of: 10 }

const wordsAndWayOn = { hasWords: true, hasWayOn: true }

// jsdom lays nothing out.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  cleanup()
  vi.useRealTimers()
})

/** The view of a sample, after the time that its reads have. */
async function drawn(sample: FixtureEntry, silence: Silence): Promise<Element> {
  // The view's file and the query library load meanwhile.
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const world = await fixtureWorld({ ...sample, options: silent(sample.options, silence) }, null, document)
  await world.store.set(loadQueryEngineAtom)
  const { container } = render(
    <StoreProvider store={world.store}>
      <App />
    </StoreProvider>,
  )
  // The view comes in a file of its own.
  await waitFor(
    () => {
      screen.getByRole('heading', { level: 1 })
      expect(container.querySelector('[data-view-loading]')).toBeNull()
    },
    { timeout: 10_000 },
  )
  // To the end: what nothing else waited for may begin late.
  for (let second = 0; second < limitOf(sample); second += 1) {
    if (second === wordsWithin)
      expect(offeredBy(container, sample), container.textContent).toEqual(wordsAndWayOn)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      await world.clock.advance(1_000)
    })
  }
  return container
}

describe.each(silences.map((silence, at) => [silence, at] as const))('every read %s', (silence, at) => {
  it.each(
    samples
      .filter((sample, index) => isInRotation(index + at, share) && !isHeld(sample, silence))
      .map((sample) => [`${sample.view.name} ${sample.state}`, sample] as const),
  )(
    '%s › its reads are silent › words and a way on within 10 s, and in the end nothing that loads',
    async (_name, sample) => {
      const container = await drawn(sample, silence)
      const shown = [...container.querySelectorAll(loading)].map((one) =>
        one.closest('section, li, div')?.textContent?.slice(0, 60),
      )
      expect(shown, container.textContent).toEqual([])
      expect(offeredBy(container, sample), container.textContent).toEqual(wordsAndWayOn)
      // The view itself, and not the fault view that replaces one that throws.
      expect(container.textContent).not.toContain('This could not be shown')
      const texts = [...container.querySelectorAll(':not(code)')].filter(isIncomplete)
      expect(container.querySelector('[role="list"]:empty, ul:empty')).toBeNull()
      if (!lacksAddress(sample)) expect(texts.map(({ textContent }) => textContent)).toEqual([])
    },
  )
})

it.each(emptyAnswers.map(([endpoint, body]) => [endpoint.path, endpoint, body] as const))(
  'empty answer of %s › fits its endpoint',
  (_path, endpoint, body) => {
    expect(z.safeParse(endpoint.response(), body).success).toBe(true)
  },
)

it.each(['Account', 'WalletReceive', 'WalletSendSelectToken', 'UnsupportedChain'])(
  '%s › a network without a record › says so, and what to do',
  async (name) => {
    const sample = samples.find(({ view, state }) => view.name === name && state !== 'nobody connected')
    if (!sample) throw new Error(`${name} has no sample`)
    const container = await drawn(sample, 'knows no network')
    expect(container.textContent).toMatch(/This network is not known here|No network could be loaded/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    screen.getByRole('button', { name: name === 'UnsupportedChain' ? 'Disconnect' : 'Choose network' })
  },
)
