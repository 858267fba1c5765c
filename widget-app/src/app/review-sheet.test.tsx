import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { knownRecipientsAtom, recipientKey } from '#widget/domain/accounts/known-recipients.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { type Review, reviewsAtom, updateReviewAtom } from '#widget/domain/review-queue/reviews.ts'
import { reviewStates } from '#widget/features/review/testing/review-fixtures.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { type TestWorld, testOrigin, testWorld } from '#widget/testing/world.ts'
import { App } from './app.tsx'

/** Sets what the browser reports of the panel's visibility. */
let reportVisibility = (_entry: { intersectionRatio: number; isVisible: boolean }) => {}
class Observer {
  constructor(tell: (entries: readonly object[]) => void) {
    reportVisibility = (entry) => act(() => tell([entry]))
  }
  observe() {}
  disconnect() {}
}
const whole = { intersectionRatio: 1, isVisible: true }
const covered = { intersectionRatio: 1, isVisible: false }

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const world = (state: string, siwx = false): TestWorld => {
  const fixture = reviewStates.find((one) => one.state === state)
  if (!fixture) throw new Error(`No state ${state}`)
  const made = testWorld({ ...fixture.options, ...(siwx ? { config: { siwx: {} } } : {}) })
  fixture.before?.(made)
  return made
}
const first = ({ store }: TestWorld): Review => {
  const [review] = store.get(reviewsAtom)
  if (!review) throw new Error('Nothing is reviewed')
  return review
}
const change = (made: TestWorld, next: Partial<Review>) =>
  act(() => made.store.set(updateReviewAtom, first(made).id, next))

async function show(made: TestWorld): Promise<void> {
  render(
    <StoreProvider store={made.store}>
      <App />
    </StoreProvider>,
  )
  await act(() => made.store.set(loadNetworksAtom))
  // The view loads in a file of its own.
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull(), { timeout: 10_000 })
  vi.useFakeTimers()
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Not armed: the button keeps the focus, so it is not `disabled`. */
const isOff = () => onward().getAttribute('aria-disabled') === 'true'
const onward = () => button(/^Continue in MetaMask/)
const announcedText = (role: 'alert' | 'status') =>
  screen
    .queryAllByRole(role)
    .map((one) => one.textContent ?? '')
    .join('\n')
/** The value next to a label. */
const fact = (label: string) => {
  const terms = screen.getAllByText(label, { selector: 'dt' })
  return terms.map((term) => term.nextElementSibling?.textContent?.replace(/\s+/g, ' ').trim())
}

describe('review of a request', () => {
  it('rendered › shows verified origin, account, network and request', async () => {
    await show(world('unlimited approval'))
    expect(
      within(screen.getByRole('dialog', { name: 'Review request' })).getByTestId('origin').textContent,
    ).toBe(testOrigin.replace('https://', ''))
    expect(fact('Network')).toEqual(['Ethereum'])
    expect(fact('Your account')[0]).toMatch(/^0x71C7/)
    expect(screen.getByText(/^eth_sendTransaction/).textContent).toContain('0x095ea7b3')
  })

  it.each<[state: string, heading: string, facts: readonly (readonly [label: string, value: string])[]]>([
    ['swap', 'Swap 150 USDC for at least 0.048 ETH', [['To', 'Your account']]],
    [
      'unlimited approval',
      'Approve spending all your USDC',
      [
        ['Spender', '0x00000000009726632680FB29d3F7A9734E3010E2'],
        ['Token contract', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      ],
    ],
    ['unknown token', 'Send 1,234,500 base units of an unknown token', []],
    ['permit', 'Sign an approval to spend all your USDC', [['Type', 'Permit2']]],
    ['approval for all', 'Give control of a whole collection', []],
    ['typed data of another network', 'Sign data for Seaport', [['Valid on', 'Base']]],
    ['authorisation', 'Give a contract control of your account', [['Valid on', 'Every network']]],
    ['message', 'Sign a message', [['Message', 'I agree to the terms of the shop.']]],
    ['sign in', 'Sign in to shop.example', []],
    ['blind', 'Sign unreadable data', [['Bytes', `0x${'9c'.repeat(32)}`]]],
    ['unknown call', 'Unknown call with 0.25 ETH', [['Function', '0x1cff79cd']]],
  ])('%s › what happens, and the counterparty', async (state, heading, facts) => {
    await show(world(state))
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
    for (const [label, value] of facts) expect(fact(label)[0]).toBe(value)
  })

  it.each([
    ['unlimited approval', 'status', 'Unlimited approval'],
    ['permit', 'status', 'An approval by signature'],
    ['typed data of another network', 'status', 'on Base, not on the network you are on'],
    ['approval for all', 'alert', 'A whole collection'],
    ['authorisation', 'alert', 'Control of your whole account'],
    ['blind', 'alert', 'Can’t be decoded'],
    ['unknown call', 'alert', 'Unknown call with value'],
    ['could not be read', 'alert', 'This request could not be read'],
    ['batch with a hidden approval', 'status', 'Unlimited approval'],
  ] as const)('%s › warning as %s: %s', async (state, role, words) => {
    await show(world(state))
    expect(announcedText(role)).toContain(words)
  })

  it('batch › shows every action in it', async () => {
    await show(world('batch with a hidden approval'))
    const headings = screen.getAllByRole('heading').map((one) => one.textContent)
    expect(headings).toEqual(
      expect.arrayContaining([
        '2 actions at once',
        'Swap 150 USDC for at least 0.048 ETH',
        'Approve spending all your USDC',
      ]),
    )
  })

  it.each([
    ['swap', '0.000402 ETH'],
    ['message', 'Free'],
    ['not simulated', '–'],
    ['simulating', ''],
  ])('%s › network fee is %j', async (state, fee) => {
    await show(world(state))
    expect(fact('Network fee')).toEqual([fee])
  })

  it('Continue › off until fully visible for 0.8 s, and while covered', async () => {
    const made = world('unlimited approval')
    const decide = vi.fn()
    change(made, { decide })
    await show(made)
    expect(isOff()).toBe(true)
    await pass(10_000)
    expect(isOff()).toBe(true)
    reportVisibility(whole)
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    expect(isOff()).toBe(false)
    reportVisibility(covered)
    expect(isOff()).toBe(true)
    await pass(1_500)
    expect(announcedText('status')).toContain('Part of this window is hidden')
    reportVisibility({ ...whole, intersectionRatio: 0.98 })
    await pass(10_000)
    expect(isOff()).toBe(true)
    fireEvent.click(onward())
    expect(decide).not.toHaveBeenCalled()
    reportVisibility(whole)
    await pass(800)
    fireEvent.click(onward())
    expect(decide.mock.calls).toEqual([[expect.any(Object)]])
  })

  it('Cancel › always on, also before decoding or visibility', async () => {
    for (const state of ['unlimited approval', 'reading', 'could not be read', 'checking again']) {
      const made = world(state)
      const decide = vi.fn()
      change(made, { decide })
      await show(made)
      fireEvent.click(button('Cancel'))
      expect(decide.mock.calls, state).toEqual([['cancel']])
      cleanup()
      vi.useRealTimers()
    }
  })

  it('receiver that resembles a paid one › red, with the difference marked (test 45)', async () => {
    const made = world('not simulated')
    const to = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
    const known = `${to.slice(0, 6)}${'1'.repeat(32)}${to.slice(-4)}`
    made.store.set(knownRecipientsAtom, [recipientKey(parseChainId('eip155:10'), known)])
    change(made, { risks: ['look-alike'] })
    await show(made)
    expect(announcedText('alert')).toContain('Not the address you know')
    const marked = screen.getAllByText(/./, { selector: 'mark' }).map((one) => one.textContent)
    expect(marked.join('')).toBe(to.slice(6, 38) + '1'.repeat(32))
  })

  it('decoding › Continue is off; undecodable › shown, and Continue works', async () => {
    const made = world('reading')
    await show(made)
    reportVisibility(whole)
    await pass(800)
    expect(announcedText('status')).toContain('Reading the request')
    expect(isOff()).toBe(true)
    change(made, { decoding: { is: 'unreadable' }, risks: ['not-read'], simulation: { is: 'unavailable' } })
    expect(announcedText('alert')).toContain('This request could not be read')
    reportVisibility(whole)
    // R10: facts that arrive late must be visible as long.
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    expect(isOff()).toBe(false)
    expect(screen.getByText(/^eth_sendTransaction/)).toBeTruthy()
  })

  it('slow simulation › wait is shown, and blocks nothing', async () => {
    const made = world('simulating')
    const { simulation } = first(world('swap'))
    await show(made)
    reportVisibility(whole)
    await pass(800)
    expect(announcedText('status')).toContain('Simulating…')
    expect(isOff()).toBe(false)
    change(made, { simulation })
    expect([fact('USDC'), fact('ETH')]).toEqual([['−150'], ['+0.048912']])
    expect(fact('Network fee')).toEqual(['0.000402 ETH'])
  })

  it('failed simulation › shown with its reason; without one, no promise', async () => {
    await show(world('will fail'))
    expect(announcedText('status')).toContain('This will fail')
    expect(announcedText('status')).toContain('UniswapV2: EXPIRED')
    cleanup()
    vi.useRealTimers()
    await show(world('not enough'))
    expect(announcedText('status')).toContain('This account doesn’t have enough funds.')
    cleanup()
    vi.useRealTimers()
    await show(world('not simulated'))
    expect(announcedText('status')).toContain('Not simulated')
  })

  it('outcome changed › needs another look', async () => {
    const made = world('swap')
    await show(made)
    reportVisibility(whole)
    await pass(800)
    expect(isOff()).toBe(false)
    change(made, { stage: { is: 'checking' } })
    expect(onward().getAttribute('aria-busy')).toBe('true')
    change(made, {
      simulation: first(world('changed meanwhile')).simulation,
      stage: { is: 'deciding', changed: true },
    })
    expect(announcedText('alert')).toContain('This request changed')
    await pass(0)
    expect(isOff()).toBe(true)
    reportVisibility(whole)
    await pass(800)
    expect(isOff()).toBe(false)
  })
})

describe('review while sign-in is required', () => {
  const stages = [
    'unlimited approval',
    'reading',
    'checking again',
    'waiting for the phone',
    'something else was signed',
  ]

  it('required › only Cancel ends it and the sign-in, closing points to Cancel', async () => {
    for (const state of stages) {
      const made = world(state, true)
      act(() =>
        made.store.set(dispatchConnectionEventAtom, 'eip155', {
          is: 'succeeded',
          connection: testConnection({ handle: 'h' }),
        }),
      )
      await show(made)
      expect(document.activeElement, state).not.toBe(button('Cancel'))
      fireEvent.click(button('Close'))
      expect(document.activeElement, state).toBe(button('Cancel'))
      expect(announcedText('status')).toContain('To leave without signing, press Cancel.')
      await act(() => made.clock.advance(500))
      button('Close').focus()
      fireEvent.keyDown(document.body, { key: 'Escape' })
      expect(document.activeElement, state).toBe(button('Cancel'))
      expect(made.flowCalls).toEqual([])
      fireEvent.click(button('Cancel'))
      expect(made.flowCalls, state).toEqual(['cancelSignIn'])
      cleanup()
      vi.useRealTimers()
    }
  })

  it('not required › closing closes, without a hint', async () => {
    const made = world('unlimited approval')
    await show(made)
    fireEvent.click(button('Close'))
    expect(made.hostCalls).toEqual(['show', 'hide'])
  })
})
