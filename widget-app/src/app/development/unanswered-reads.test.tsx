import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { getSessions } from '#shared/api/smart-sessions.ts'
import { getWallets } from '#shared/api/wallets.ts'
import { isInRotation } from '#shared/testing/rotation.ts'
import * as z from '#shared/zod.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestRoutes } from '#widget/testing/fetch.ts'
import { type TestWorldOptions, testAdapter } from '#widget/testing/world.ts'
import skeleton from '#widget/ui/progress/skeleton.module.css'
import { App } from '../app.tsx'
import { type FixtureEntry, fixtureGroups } from './fixture-list.ts'
import { fixtureWorld } from './render-fixture.ts'

/** How every read of a view's world ends. */
const silences = ['fails', 'hangs', 'is empty', 'knows no network'] as const
type Silence = (typeof silences)[number]

const never = () => new Promise<never>(() => {})
const unreachable = async () => {
  throw new Error('No node')
}

/** Members that make wallet requests or need no read. */
const unreadMembers = new Set([
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
  'decodeText',
  'smartSessions',
  'contractCalls',
])

/** Responses of a node for an account without anything; the other reads have no empty response. */
const emptyReads: Partial<ChainAdapter> = {
  nativeBalance: async () => 0n,
  nativeTotals: async () => ({ value: 0n, total: 0n }),
  tokenBalances: async () => [],
  allTokenBalances: async () => [],
  filterContracts: async () => [],
  reverseName: async () => undefined,
}

/** Empty responses of the API. */
const emptyResponses: readonly (readonly [Endpoint, unknown])[] = [
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

const isPathOf = ({ path }: Endpoint, requestedPath: string) =>
  new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`).test(requestedPath)

/** Endpoints without an empty response return 404, as for a name that belongs to no account. */
function emptyRoute(path: string): TestRoutes[string] {
  const [, body] = emptyResponses.find(([endpoint]) => isPathOf(endpoint, path)) ?? []
  return () => (body === undefined ? { status: 404 } : { body })
}

function silentAdapter(adapter: ChainAdapter, silence: Silence): ChainAdapter {
  const members = Object.entries(adapter).map(([name, member]) => {
    if (unreadMembers.has(name) || typeof member !== 'function') return [name, member] as const
    return [name, silence === 'hangs' ? never : unreachable] as const
  })
  const empty = Object.entries(emptyReads).filter(([name]) => silence === 'is empty' && name in adapter)
  return { ...adapter, ...Object.fromEntries([...members, ...empty]) }
}

function silentRoutes(silence: Silence): TestRoutes {
  const responseOf = {
    fails: () => () => ({ status: 400 }),
    hangs: () => never,
    'is empty': emptyRoute,
    'knows no network': () => () => ({ status: 400 }),
  }[silence]
  return new Proxy({}, { get: (_routes, path) => responseOf(String(path)) })
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

/** Skeletons, and groups that are marked as loading. */
const loading = `.${skeleton.bone}, [aria-busy="true"]`

/**
 * Fixtures that keep a loading step on screen to show it: a review or sign-in being prepared, which has Cancel, and a
 * connection that is reconnecting. For a chain without a record no sign-in opens (`requireSignIn`). A project without
 * e-mail continues with the sign-in flow, and a hosted sign-in without the server's nonce ends it: a fixture does not have it.
 */
const loadingFixtures =
  /^(Connect reconnecting|ApproveTransaction (simulating|reading|checking again|payment that is checked again|own wallet signed)|SIWXSignMessage (preparing|shares the address|may share the address))$/
const isLoadingFixture = ({ view, state }: FixtureEntry, silence: Silence) =>
  loadingFixtures.test(`${view.name} ${state}`) ||
  (view.name === 'SIWXSignMessage' && silence === 'knows no network') ||
  (view.name === 'DataCapture' && silence === 'is empty')

/** Every view has text and a next step within this many seconds. */
const textWithinSeconds = 10
/** Views that report a state, and name what they wait for: their next step is the header's Back or Close. */
const reports =
  /not found|does not offer|No networks available|No download link|Allow camera access|Confirm in |Carrying out |Approve the switch|Connected$/
const reportViews = /^(Transaction|CallsStatus)$/

/** The text of the view without its title, and whether it has a next step; excludes the header, which always has Close. */
function offeredBy(container: Element, { view }: FixtureEntry) {
  const body = container.cloneNode(true)
  if (!(body instanceof Element)) throw new Error('No view')
  for (const header of body.querySelectorAll('header')) header.remove()
  // A gate is closed here: jsdom has no IntersectionObserver.
  const controls = body.querySelectorAll(
    'button:not(:disabled, [aria-disabled="true"]), [data-gate] button, a[href], input:not(:disabled), textarea, summary',
  )
  const viewText = body.textContent.trim()
  const isReport = reports.test(viewText) || reportViews.test(view.name)
  return { hasWords: viewText !== '', hasWayOn: controls.length > 0 || isReport }
}

/**
 * Seconds until nothing loads any more. A transfer waits twice, for the balances and then for its fee; so does the
 * account, for the settings of the project and then for what they enable. Connect fetches the settings once its file has
 * loaded. A switch that is done leads to the account.
 */
const limitOf = ({ view }: FixtureEntry) =>
  /^(WalletSend|Account$|Connect$|SwitchNetwork$)/.test(view.name) ? 20 : textWithinSeconds

/** An element with missing text: empty quotes, two spaces, or a space at an end or before punctuation. */
const isIncomplete = ({ children, textContent }: Element) =>
  children.length === 0 && /“”| {2}|^ \D| $| \./.test(textContent ?? '')
/** Opens only once an address is known, which no fixture has without a response. */
const lacksAddress = ({ view }: FixtureEntry) => view.name === 'DataCaptureOtpConfirm'

const samples: readonly FixtureEntry[] = fixtureGroups.flat()
/** A tenth of the rows in each run, selected as for the wallet behaviours, which print it. */
const share = { of: 10 }

const hasTextAndNextStep = { hasWords: true, hasWayOn: true }

// jsdom has no layout.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  cleanup()
  vi.useRealTimers()
})

/** Renders the view of a fixture, and waits as long as its reads may take. */
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
  /** Views and their parts load in files of their own, in real time. */
  const loaded = () =>
    waitFor(
      () => {
        screen.getByRole('heading', { level: 1 })
        expect(container.querySelector('[data-view-loading]')).toBeNull()
      },
      { timeout: 10_000 },
    )
  await loaded()
  // To the end: some reads may start late.
  const passTime = async () => {
    for (let second = 0; second < limitOf(sample); second += 1) {
      if (second === textWithinSeconds) {
        await loaded()
        expect(offeredBy(container, sample), container.textContent).toEqual(hasTextAndNextStep)
      }
      await act(async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        await world.clock.advance(1_000)
      })
    }
  }
  await passTime()
  // What the reads decide may load a part, or the next view, only now; it may read too.
  while (container.querySelector('[data-view-loading]') !== null) {
    await loaded()
    await passTime()
  }
  return container
}

describe.each(silences.map((silence, at) => [silence, at] as const))('every read %s', (silence, at) => {
  it.each(
    samples
      .filter((sample, index) => isInRotation(index + at, share) && !isLoadingFixture(sample, silence))
      .map((sample) => [`${sample.view.name} ${sample.state}`, sample] as const),
  )(
    '%s › reads get no data › text and next step within 10 s, finally nothing loads',
    async (_name, sample) => {
      const container = await drawn(sample, silence)
      const shown = [...container.querySelectorAll(loading)].map((one) =>
        one.closest('section, li, div')?.textContent?.slice(0, 60),
      )
      expect(shown, container.textContent).toEqual([])
      expect(offeredBy(container, sample), container.textContent).toEqual(hasTextAndNextStep)
      // The view itself, and not the error view that replaces one that throws.
      expect(container.textContent).not.toContain('Something went wrong')
      const texts = [...container.querySelectorAll(':not(code)')].filter(isIncomplete)
      expect(container.querySelector('[role="list"]:empty, ul:empty')).toBeNull()
      if (!lacksAddress(sample)) expect(texts.map(({ textContent }) => textContent)).toEqual([])
    },
  )
})

it.each(emptyResponses.map(([endpoint, body]) => [endpoint.path, endpoint, body] as const))(
  'empty response of %s › fits its endpoint',
  (_path, endpoint, body) => {
    expect(z.safeParse(endpoint.response(), body).success).toBe(true)
  },
)

it.each(['Account', 'WalletReceive', 'WalletSendSelectToken', 'UnsupportedChain'])(
  '%s › network without a record › reports it, with a next step',
  async (name) => {
    const sample = samples.find(({ view, state }) => view.name === name && state !== 'not connected')
    if (!sample) throw new Error(`${name} has no sample`)
    const container = await drawn(sample, 'knows no network')
    expect(container.textContent).toMatch(/Network not found|No networks available/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    screen.getByRole('button', { name: name === 'UnsupportedChain' ? 'Disconnect' : 'Choose network' })
  },
)
