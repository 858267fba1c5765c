import { describe, expect, it } from 'vitest'
import { createStore } from '#widget/lib/state.ts'
import type { Flow, View } from './view.ts'
import { viewOverrideAtom } from './view-override.ts'
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

  it.each<[string, ViewStack, Flow | undefined, number]>([
    ['one view', [account, form, review], undefined, 1],
    ['none from the only one', [account], undefined, 0],
    ['past those that show the same', [account, form, review], 'send', 2],
    ['past none that shows something else', [form, account, review], 'send', 1],
    ['none where all show the same', [form, review], 'send', 0],
  ])('back %s', (_, stack, flow, steps) => {
    expect(stepsBack(stack, flow)).toBe(steps)
  })

  it('form and review with the same override › one back leaves both; else one view', () => {
    const store = createStore()
    store.set(viewStackAtom, { to: 'reset', view: account })
    store.set(viewStackAtom, { to: 'push', view: form })
    store.set(viewStackAtom, { to: 'push', view: review })
    store.set(goBackAtom)
    expect(names(store.get(viewStackAtom))).toEqual(['Account', 'WalletSend'])
    store.set(viewStackAtom, { to: 'push', view: review })
    store.set(viewOverrideAtom, { title: 'Transaction', flow: 'send' })
    store.set(goBackAtom)
    expect(names(store.get(viewStackAtom))).toEqual(['Account'])
    expect(store.get(canGoBackAtom)).toBe(false)
  })
})
