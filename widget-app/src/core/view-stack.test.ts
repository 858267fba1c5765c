import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import { createStore } from '#widget/lib/state.ts'
import { hasUnsupportedPrefill, requestedView, type View, type ViewName } from './view.ts'
import { viewOverrideAtom } from './view-override.ts'
import { viewSchema } from './view-schema.ts'
import {
  back,
  canGoBackAtom,
  currentViewAtom,
  goBackAtom,
  push,
  replace,
  reset,
  stepsBack,
  topOf,
  type ViewStack,
  viewDirectionAtom,
  viewMovesAtom,
  viewStackAtom,
} from './view-stack.ts'

const connect: View = { name: 'Connect' }
const account: View = { name: 'Account' }
const transaction: View = { name: 'Transaction', id: '1' }
const names = (stack: ViewStack) => stack.map((view) => view.name)

describe('view stack', () => {
  it.each<[string, ViewStack, ViewStack]>([
    ['push adds', push([connect], account), [connect, account]],
    ['push of the same view is ignored', push([connect, account], account), [connect, account]],
    [
      'push of another transaction is not',
      push([transaction], { ...transaction, id: '2' }),
      [transaction, { ...transaction, id: '2' }],
    ],
    ['replace swaps the top', replace([connect, account], transaction), [connect, transaction]],
    ['replace of the only view', replace([connect], account), [account]],
    ['back drops the top', back([connect, account]), [connect]],
    ['back keeps the last view', back([connect]), [connect]],
    ['reset starts anew', reset([connect, account], account), [account]],
  ])('move %s', (_, actual, expected) => {
    expect(actual).toEqual(expected)
  })

  it('moves › set the direction; a move that changes nothing does not count', () => {
    const store = createStore()
    expect(store.get(currentViewAtom)).toEqual(connect)
    store.set(viewStackAtom, { to: 'push', view: account })
    expect([store.get(viewDirectionAtom), store.get(canGoBackAtom)]).toEqual(['forward', true])
    const moves = store.get(viewMovesAtom)
    store.set(viewStackAtom, { to: 'push', view: account })
    expect(store.get(viewMovesAtom)).toBe(moves)
    store.set(viewStackAtom, { to: 'back' })
    expect([store.get(viewDirectionAtom), names(store.get(viewStackAtom))]).toEqual(['back', ['Connect']])
    store.set(viewStackAtom, { to: 'reset', view: connect })
    expect([store.get(viewDirectionAtom), store.get(viewMovesAtom)]).toEqual(['back', moves + 1])
    store.set(viewStackAtom, { to: 'reset', view: account })
    expect([store.get(viewDirectionAtom), topOf(store.get(viewStackAtom))]).toEqual(['none', account])
  })
})

describe('going back', () => {
  const form: View = { name: 'WalletSend' }
  const review: View = { name: 'WalletSendReview' }
  const sending = new Set(['WalletSend', 'WalletSendReview'] as const)

  it.each<[string, ViewStack, ReadonlySet<ViewName> | undefined, number]>([
    ['one view', [account, form, review], undefined, 1],
    ['none from the only one', [account], undefined, 0],
    ['past those that show the same', [account, form, review], sending, 2],
    ['past none that shows something else', [form, account, review], sending, 1],
    ['none where all show the same', [form, review], sending, 0],
  ])('back %s', (_, stack, same, steps) => {
    expect(stepsBack(stack, same)).toBe(steps)
  })

  it('form and review with the same override › one back leaves both; else one view', () => {
    const store = createStore()
    store.set(viewStackAtom, { to: 'reset', view: account })
    store.set(viewStackAtom, { to: 'push', view: form })
    store.set(viewStackAtom, { to: 'push', view: review })
    store.set(goBackAtom)
    expect(names(store.get(viewStackAtom))).toEqual(['Account', 'WalletSend'])
    store.set(viewStackAtom, { to: 'push', view: review })
    store.set(viewOverrideAtom, { title: 'Transaction', of: sending })
    store.set(goBackAtom)
    expect(names(store.get(viewStackAtom))).toEqual(['Account'])
    expect(store.get(canGoBackAtom)).toBe(false)
  })
})

describe('viewSchema', () => {
  it.each([
    [{ name: 'Account' }, true],
    [{ name: 'SwitchNetwork', chainId: 'eip155:1' }, true],
    [{ name: 'SwitchNetwork', chainId: 'nope:1' }, false],
    [{ name: 'SwitchNetwork' }, false],
    [{ name: 'ConnectingExternal', walletId: '' }, false],
    [{ name: 'Account', extra: 1 }, false],
    [{ name: 'Swap' }, true],
    [{ name: 'SwapSelectToken', side: 'both' }, false],
    [{ name: 'Nowhere' }, false],
    [{ name: 'Blocked', code: 'APKT001' }, false],
  ])('%j is a view › %s', (value, isView) => {
    expect(viewSchema().safeParse(value).success).toBe(isView)
  })
})

const mainnet = parseChainId('eip155:1')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

describe('requestedView', () => {
  it.each([
    [{}, undefined],
    [{ namespace: 'eip155' as const }, undefined],
    [{ view: 'Networks' as const, amount: '1' }, { name: 'Networks' }],
    [
      { view: 'WalletSend' as const, amount: '1', to: '0xab' },
      { name: 'WalletSend', amount: '1', to: '0xab' },
    ],
  ])('%j › requests %j', (request, view) => {
    expect(requestedView(request)).toEqual(view)
  })

  it.each<[string, OpenRequest, boolean]>([
    ['for an Ethereum account', { namespace: 'eip155', chainId: mainnet, to: '0xab' }, false],
    ['for a Solana account', { namespace: 'solana', to: 'ab' }, true],
    ['for a Polkadot account', { namespace: 'polkadot', amount: '1' }, true],
    ['on a network of Solana', { chainId: solana, assetAddress: 'native' }, true],
    ['that names no ecosystem', { to: '0xab' }, false],
    ['of Solana without a field', { namespace: 'solana', chainId: solana, to: '' }, false],
  ])('payment %s has unsupported fields › %#', (_, request, isVain) => {
    expect(hasUnsupportedPrefill({ view: 'WalletSend', ...request })).toBe(isVain)
    expect(hasUnsupportedPrefill(request)).toBe(false)
  })
})
