import { describe, expect, it } from 'vitest'
import type { SessionFunction, SessionPermission } from '#widget/chains/request-facts.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { bob } from '#widget/testing/world.ts'
import { permissionMessages } from './permission-messages.ts'

const t = createStore().get(translateAtom)
const messagesOf = (permission: SessionPermission) => permissionMessages(permission, { t, locale: 'en' })

const ether = { symbol: 'ETH', decimals: 18 }
const allowance = {
  is: 'allowance',
  figure: { value: 10_000_000_000_000_000n, contract: undefined, asset: ether },
  isUnlimited: false,
  period: 604_800n,
  start: 1_800_000_000n,
} as const satisfies SessionPermission

describe('permission messages', () => {
  it.each([
    [1n, 'each second'],
    [90n, 'every 90 seconds'],
    [3_600n, 'each hour'],
    [86_400n, 'each day'],
    [259_200n, 'every 3 days'],
    [604_800n, 'each week'],
    [2_592_000n, 'every 30 days'],
  ])('allowance for %i s › %s', (period, expected) => {
    expect(messagesOf({ ...allowance, period }).title).toBe(`Spend up to 0.01 ETH ${expected}`)
  })

  it('unlimited › the message says so; token › names its contract', () => {
    const dollars = { value: 5n, contract: bob, asset: { symbol: 'USDC', decimals: 6 } }
    const { title, lines } = messagesOf({ ...allowance, figure: dollars, isUnlimited: true })
    expect(title).toBe('Spend all your USDC')
    expect(lines.at(-1)).toMatchObject({ label: 'Token contract', value: bob, look: 'address' })
    const unnamed = messagesOf({ ...allowance, figure: { value: 5n, contract: bob } })
    expect(unnamed.title).toBe('Spend up to 5 base units of an unknown token each week')
  })

  it('call › names function, arguments and native amount; without limits › says so', () => {
    const move: SessionFunction = {
      name: 'move',
      called: { selector: '0x87cb15f7', signature: 'move(uint256)' },
      mostSent: undefined,
      isDelegated: true,
      isRepeated: false,
      isBound: true,
      conditions: [{ label: '1', value: '< 5' }],
    }
    const { title, lines } = messagesOf({ is: 'calls', contract: bob, functions: [move] })
    expect(title).toBe('Use a contract')
    expect(lines.map(({ label, value }) => [label, value])).toEqual([
      ['Contract', bob],
      ['Function', 'move(uint256)'],
      ['Selector', '0x87cb15f7'],
      ['Argument 1', '< 5'],
      ['Amount sent with each call', 'Without a limit'],
      ['Runs', 'As your account itself'],
    ])
    const unknown = { ...move, called: undefined, isBound: false, conditions: [] }
    const listed = messagesOf({ is: 'calls', contract: bob, functions: [unknown] }).lines
    expect(listed.slice(1, 3).map(({ label, value }) => [label, value])).toEqual([
      ['Function', 'Unknown function, called “move” by the site'],
      ['Each call', 'Without a limit'],
    ])
    expect(messagesOf({ is: 'calls', contract: bob, functions: [] }).title).toBe(
      'Use everything a contract can do',
    )
  })
})
