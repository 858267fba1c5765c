import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { walletLimit } from '../../config/limits.ts'
import type { InjectedWallet } from '../records/discovered-wallet.ts'
import { isEmptyBytes } from './empty-bytes.ts'
import type { InjectedProvider } from './injected-provider.ts'
import { bytesIn, captureMethod, collectPageWallets, texts } from './page-wallet.ts'
import { isWidgetWallet } from './widget-wallet.ts'

const provider = (): InjectedProvider => ({ identity: {}, request: async () => null, on: () => {} })
const found = (name: string): Omit<InjectedWallet, 'handle'> => ({
  namespace: 'solana',
  source: 'wallet-standard',
  name,
})

describe('collected wallets', () => {
  it('wallets › added › reported once each, with a handle', () => {
    const onChange = vi.fn()
    const wallets = collectPageWallets(onChange)
    const [one, other] = [provider(), provider()]
    wallets.add(one, found('One'))
    wallets.add(one, found('Again'))
    wallets.add(other, found('Other'))
    expect(wallets.list()).toEqual([
      { provider: one, wallet: { handle: expect.stringMatching(/^[0-9a-f]{32}$/), ...found('One') } },
      { provider: other, wallet: { handle: expect.any(String), ...found('Other') } },
    ])
    expect(onChange).toHaveBeenCalledTimes(2)
    expect([one, other, provider()].map(({ identity }) => wallets.has(identity))).toEqual([true, true, false])
  })

  it('wallet › its name is long › truncated to 64 characters', () => {
    const wallets = collectPageWallets(() => {})
    wallets.add(provider(), found('N'.repeat(65)))
    expect(wallets.list()[0]?.wallet.name).toBe('N'.repeat(64))
  })

  it('wallets › more than a message carries › the first ones are listed', () => {
    const onChange = vi.fn()
    const wallets = collectPageWallets(onChange)
    for (let n = 0; n <= walletLimit; n += 1) wallets.add(provider(), found(`${n}`))
    expect(wallets.list()).toHaveLength(walletLimit)
    expect(wallets.list().at(-1)?.wallet.name).toBe(`${walletLimit - 1}`)
    expect(onChange).toHaveBeenCalledTimes(walletLimit)
  })

  it('wallets › two of one key › only those are marked', () => {
    const wallets = collectPageWallets(() => {})
    for (const name of ['One', 'Other', 'One', 'Third']) wallets.add(provider(), found(name))
    expect(wallets.list().map(({ wallet }) => wallet.warning)).toEqual([
      'duplicate-name',
      undefined,
      'duplicate-name',
      undefined,
    ])
  })

  it('wallet › removed › reported once, the others stay', () => {
    const onChange = vi.fn()
    const wallets = collectPageWallets(onChange)
    const [one, other] = [provider(), provider()]
    wallets.add(one, found('One'))
    wallets.add(other, found('Other'))
    wallets.remove(one.identity)
    wallets.remove(one.identity)
    expect(wallets.list().map(({ wallet }) => wallet.name)).toEqual(['Other'])
    expect(onChange).toHaveBeenCalledTimes(3)
  })
})

describe('values of the page', () => {
  const buffer = Uint8Array.from([9, 1, 2, 9]).buffer
  it.each<[string, unknown, readonly number[] | undefined]>([
    ['a view of a part of a buffer', new Uint8Array(buffer, 1, 2), [1, 2]],
    ['a view of other numbers', new DataView(buffer, 1, 2), [1, 2]],
    ['a buffer', buffer, [9, 1, 2, 9]],
    ['a buffer of another realm', runInNewContext('Uint8Array.from([1, 2]).buffer'), [1, 2]],
    ['a view of another realm', runInNewContext('Uint8Array.from([1, 2])'), [1, 2]],
    ['a list of bytes', [0, 255], [0, 255]],
    ['an empty list', [], undefined],
    ['a list with a negative number', [-1], undefined],
    ['a list with a number above 255', [0, 256], undefined],
    ['a list with a fraction', [1.5], undefined],
    ['a list with a text', [1, '2'], undefined],
    ['an object that claims to be a buffer', { [Symbol.toStringTag]: 'ArrayBuffer' }, undefined],
    ['bytes with numbered members', { 0: 1, length: 1 }, undefined],
    ['a text', '0x01', undefined],
    ['nothing', undefined, undefined],
  ])('bytes › in %s › a copy, or undefined', (_, value, bytes) => {
    expect(bytesIn(value)).toEqual(bytes && Uint8Array.from(bytes))
  })

  it.each([
    [65_536, 65_536],
    [65_537, undefined],
  ])('bytes › in a list of %i › %s are read', (length, readLength) => {
    expect(bytesIn(Array.from({ length }, () => 7))?.length).toBe(readLength)
  })

  it.each<[string, ArrayBuffer, (from: ArrayBuffer) => unknown]>([
    ['a view', new ArrayBuffer(1), (from) => new Uint8Array(from)],
    ['a buffer', new ArrayBuffer(1), (from) => from],
  ])('bytes › in %s that changes later › stay the same', (_, from, read) => {
    const bytes = bytesIn(read(from))
    new Uint8Array(from)[0] = 9
    expect(bytes).toEqual(Uint8Array.from([0]))
  })

  it('method › replaced after it was captured › the first is called, on its object', () => {
    const wallet = {
      name: 'Trellis',
      greet(word: string, ...more: readonly string[]) {
        return [word, this.name, ...more]
      },
    }
    const greet = captureMethod(wallet, 'greet')
    Object.assign(wallet, { greet: () => ['replaced'] })
    expect(greet?.('Hi', '!')).toEqual(['Hi', 'Trellis', '!'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an object without it', {}],
    ['an object with another value', { greet: 'Hi' }],
  ])('method › of %s › undefined', (_, from) => {
    expect(captureMethod(from, 'greet')).toBeUndefined()
  })

  it('texts › in a list with other items › only the strings', () => {
    expect([texts(['a', 7, 'b', null]), texts('ab'), texts(undefined)]).toEqual([['a', 'b'], [], []])
  })

  it.each<[unknown, boolean]>([
    [undefined, true],
    [null, true],
    ['', true],
    ['0x', true],
    [[], true],
    ['0x00', false],
    [[0], false],
    [new Uint8Array(1), false],
  ])('bytes › %j › zero bytes: %s', (value, isEmpty) => {
    expect(isEmptyBytes(value)).toBe(isEmpty)
  })

  const marked = (value: unknown) => ({ [Symbol.for('drawbridge.wallet')]: value })
  it.each<[string, unknown, unknown, boolean]>([
    ['the symbol', marked(true), undefined, true],
    ['another value of the symbol', marked('yes'), undefined, false],
    ['the rdns of the widget', {}, 'app.drawbridge', true],
    ['its rdns in capitals', {}, 'APP.Drawbridge', true],
    ['its key', {}, 'drawbridge', true],
    ['another rdns', {}, 'app.drawbridge.other', false],
    ['nothing', undefined, undefined, false],
  ])('widget › object with %s › recognised, or another wallet', (_, object, claim, isWidget) => {
    expect(isWidgetWallet(object, claim)).toBe(isWidget)
  })
})
