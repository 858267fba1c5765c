import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isInRotation } from '#shared/testing/rotation.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import type { TestRoutes } from '#widget/kernel/test-fetch.ts'
import { type TestWorldOptions, testAdapter } from '#widget/kernel/test-world.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import skeleton from '#widget/ui/skeleton.module.css'
import { App } from '../app.tsx'
import { worldOf } from './play-sample.ts'
import { type Sample, sampleGroups } from './sample-list.ts'

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
  'readText',
  'smartSessions',
  'contractCalls',
])

function silentAdapter(adapter: ChainAdapter, silence: Silence): ChainAdapter {
  const members = Object.entries(adapter).map(([name, member]) => {
    if (keptMembers.has(name) || typeof member !== 'function') return [name, member] as const
    return [name, silence === 'hangs' ? never : unreachable] as const
  })
  return { ...adapter, ...Object.fromEntries(members) }
}

function silentRoutes(silence: Silence): TestRoutes {
  const answer = {
    fails: () => ({ status: 400 }),
    hangs: never,
    'is empty': () => ({ body: {} }),
    'knows no network': () => ({ status: 400 }),
  }[silence]
  return new Proxy({}, { get: () => answer })
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
 * connection that is being restored. Of a chain without a record no sign-in is opened (`requireSignIn`).
 */
const held =
  /^(Connect reconnecting|ApproveTransaction (simulating|reading|checking again)|SIWXSignMessage preparing)$/
const isHeld = ({ view, state }: Sample, silence: Silence) =>
  held.test(`${view.name} ${state}`) || (view.name === 'SIWXSignMessage' && silence === 'knows no network')

/**
 * Seconds until nothing loads any more. A transfer waits twice, for the balances and then for its fee; so does the account, for
 * the settings of the project and then for what they turn on.
 */
const limitOf = ({ view }: Sample) => (/^(WalletSend|Account$)/.test(view.name) ? 20 : 10)

/** An element with a word for something missing: quotes around nothing, two spaces, or a space at an end, before a word or a point. */
const isIncomplete = ({ children, textContent }: Element) =>
  children.length === 0 && /“”| {2}|^ \D| $| \./.test(textContent ?? '')
/** Opened only once an address is given, which no sample can do without an answer. */
const lacksAddress = ({ view }: Sample) => view.name === 'DataCaptureOtpConfirm'

const samples: readonly Sample[] = sampleGroups.flat()
/** A tenth of the rows in each run, chosen as for the wallet behaviours, which print it. */
const share = { of: 10 }

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
async function drawn(sample: Sample, silence: Silence): Promise<Element> {
  // The view's file and the query library load meanwhile.
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const world = await worldOf({ ...sample, options: silent(sample.options, silence) }, null, document)
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
  )('%s › within 10 s › words and a way on, nothing that loads', async (_name, sample) => {
    const container = await drawn(sample, silence)
    const shown = [...container.querySelectorAll(loading)].map((one) =>
      one.closest('section, li, div')?.textContent?.slice(0, 60),
    )
    expect(shown).toEqual([])
    expect(container.textContent?.trim()).not.toBe('')
    // The view itself, not what stands in the place of one that throws.
    expect(container.textContent).not.toContain('This could not be shown')
    const texts = [...container.querySelectorAll(':not(code)')].filter(isIncomplete)
    expect(container.querySelector('[role="list"]:empty, ul:empty')).toBeNull()
    if (!lacksAddress(sample)) expect(texts.map(({ textContent }) => textContent)).toEqual([])
    const buttons = screen.queryAllByRole<HTMLButtonElement>('button')
    expect(buttons.some((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true')).toBe(true)
  })
})

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
