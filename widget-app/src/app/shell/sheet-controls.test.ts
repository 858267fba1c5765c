import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { modalOpenAtom, shakeAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testWorld } from '#widget/testing/world.ts'
import { showPendingReviews } from '../flows/show-pending-reviews.ts'
import { backAtom, closeAtom, closeForHostAtom, escapeAtom, escapeForHostAtom } from './sheet-controls.ts'

const chain = parseChainId('eip155:1')

type Row = { readonly required: boolean; readonly top: 'ApproveTransaction' | 'DataCapture' }

/** A wallet is connected without a sign-in session; a review lies over the sign-in view. */
function worldOf({ required = true, top = 'ApproveTransaction' }: Partial<Row> = {}) {
  const world = testWorld({ config: { siwx: { required } } })
  const { store } = world
  store.set(openModalAtom)
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h', chain }),
  })
  store.set(viewStackAtom, { to: 'reset', view: { name: 'SIWXSignMessage' } })
  store.set(viewStackAtom, { to: 'push', view: { name: top } })
  const seen = () => ({
    view: store.get(currentViewAtom).name,
    open: store.get(modalOpenAtom),
    shakes: store.get(shakeAtom),
    flows: world.flowCalls,
  })
  return { store, seen }
}

describe('review while a required sign-in is pending', () => {
  const held = { view: 'ApproveTransaction', open: true, shakes: true, flows: [] }

  it('Escape, close button and backdrop › shake, and the review stays', () => {
    for (const way of [escapeAtom, closeAtom]) {
      const { store, seen } = worldOf()
      store.set(way)
      expect(seen()).toEqual(held)
    }
  })

  it('host closes › cancels the sign-in, from the review and from the sign-in view', async () => {
    const { store, seen } = worldOf()
    await store.set(closeForHostAtom)
    expect(seen()).toMatchObject({ shakes: false, flows: ['cancelSignIn'] })
    store.set(viewStackAtom, { to: 'back' })
    await store.set(closeForHostAtom)
    expect(seen()).toMatchObject({ view: 'SIWXSignMessage', flows: ['cancelSignIn', 'cancelSignIn'] })
  })

  it('view before the signature › closing cancels the sign-in, without shaking', () => {
    const { store, seen } = worldOf({ top: 'DataCapture' })
    store.set(closeAtom)
    expect(seen()).toMatchObject({ shakes: false, flows: ['cancelSignIn'] })
  })
})

describe('review without a required sign-in', () => {
  it('Escape › goes back; close button and host › close', async () => {
    const escaped = worldOf({ required: false })
    escaped.store.set(escapeAtom)
    expect(escaped.seen()).toMatchObject({ view: 'SIWXSignMessage', open: true, shakes: false, flows: [] })
    const closed = worldOf({ required: false })
    closed.store.set(closeAtom)
    expect(closed.seen()).toMatchObject({ open: false, shakes: false, flows: [] })
    const byHost = worldOf({ required: false })
    await byHost.store.set(closeForHostAtom)
    expect(byHost.seen()).toMatchObject({ open: false, flows: [] })
  })
})

describe.each(['mismatch', 'unverified'] as const)('the state %s of a response', (is) => {
  /** The chain shows something else than the dApp requested, or does not show it. */
  function alarmed() {
    const world = testWorld()
    const { store } = world
    showPendingReviews(store)
    const connection = testConnection({ handle: 'h', chain })
    const answered = { connection, request: { method: 'eth_sendTransaction' }, decoding: undefined }
    store.set(reportVerdictAtom, answered, is === 'mismatch' ? { is } : { is, hash: `0x${'ab'.repeat(32)}` })
    return { store, shown: () => [store.get(currentViewAtom).name, store.get(reviewsAtom).length] }
  }
  const onScreen = ['ApproveTransaction', 1]

  it('host closes, or reports Escape › the modal shakes and shows it', async () => {
    const { store, shown } = alarmed()
    await store.set(closeForHostAtom)
    store.set(escapeForHostAtom)
    expect(store.get(modalOpenAtom)).toBe(true)
    expect(store.get(shakeAtom)).toBe(true)
    expect(shown()).toEqual(onScreen)
  })

  it('host opens another view over it › it stays, and that view follows', () => {
    const { store, shown } = alarmed()
    store.set(openModalAtom, { view: 'Networks' })
    expect(shown()).toEqual(onScreen)
    store.set(backAtom)
    expect(shown()).toEqual(['Networks', 0])
  })

  it('modal closes by itself under it › shown at the next opening', () => {
    const { store, shown } = alarmed()
    store.set(dismissModalAtom)
    expect(store.get(modalOpenAtom)).toBe(false)
    store.set(openModalAtom)
    expect(shown()).toEqual(onScreen)
  })

  it.each([
    ['the close button', closeAtom],
    ['Escape', escapeAtom],
  ])('user clicks %s › seen, and over', (_name, way) => {
    const { store } = alarmed()
    store.set(way)
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })
})
