import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** How old libraries of a page replace built-in functions, before the SDK loads. */
type Library = { readonly name: string; readonly members: readonly (readonly [object, string, unknown])[] }

/** Accepts one list and ignores the mapping function, as both libraries do. */
const listOf = (iterable: unknown): unknown => {
  const { length = 0 } = Object(iterable)
  const results = Array(Number(length))
  for (let at = results.length; at--; ) results[at] = Reflect.get(Object(iterable), at)
  return results
}
function copied(this: unknown[]): unknown[] {
  return this.slice()
}
/** Includes the members of the prototype. */
const allKeys = (value: object): string[] => {
  const keys: string[] = []
  for (const key in value) keys.push(key)
  return keys
}
const libraries: readonly Library[] = [
  {
    name: 'Prototype.js 1.7',
    members: [
      [Array, 'from', listOf],
      [Array.prototype, 'entries', copied],
      [Array.prototype, 'toArray', copied],
    ],
  },
  {
    name: 'Prototype.js 1.6',
    members: [
      [Array, 'from', listOf],
      [Array.prototype, 'entries', copied],
      [Array.prototype, 'toJSON', () => '[]'],
      [Object, 'keys', allKeys],
    ],
  },
  {
    name: 'MooTools with its compatibility layer',
    members: [
      [Array, 'from', listOf],
      // An event class of its own, which browsers do not dispatch.
      [window, 'Event', class DOMEvent {}],
    ],
  },
]

const undo: (() => void)[] = []
beforeEach(() => vi.resetModules())
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

/** As these libraries do: by assignment, so that the members are enumerable. */
function install({ members }: Library) {
  for (const [target, name, value] of members) {
    const before = Object.getOwnPropertyDescriptor(target, name)
    undo.push(() =>
      before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name),
    )
    Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true })
  }
}

it.each(libraries)('page with $name › lists cross the channel › unchanged', async (library) => {
  const found = new AbortController()
  undo.push(() => found.abort())
  install(library)
  const { randomId } = await import('../../shared/channel/random-id.ts')
  const { copyPlainData } = await import('../../shared/channel/copy-plain-data.ts')
  const { isSmallPlainData } = await import('../../shared/channel/message-limits.ts')
  const { createHostRpc } = await import('./provider/host-rpc.ts')
  const { discoverEthereumWallets } = await import('../../shared/channel/wallets/discover-eip6963.ts')
  const { storeChunkedResults, fetchChunkedResults } = await import('../../shared/channel/chunked-result.ts')
  const { fakeClock } = await import('../../shared/channel/testing/fake-clock.ts')
  const network = { id: 'eip155:1', rpcUrls: ['https://rpc.example'] }
  const storedResults = storeChunkedResults(fakeClock())
  const fetched = fetchChunkedResults(async (id, part) => storedResults.read(id, part))
  const seen = {
    id: randomId(),
    copy: copyPlainData(['0x1', [1, 2]])?.copy,
    isPlain: isSmallPlainData({ v: [1, 2] }),
    parts: await fetched('a', await storedResults.store('a', ['x'])),
  }
  createHostRpc([network], {
    signal: found.signal,
    state: () => {
      throw new Error('Not asked')
    },
    requestWidget: async () => undefined,
  })
  discoverEthereumWallets(window, found.signal, () => {})
  for (const step of undo.splice(1).reverse()) step()
  expect(seen).toEqual({
    id: expect.stringMatching(/^[\da-f]{32}$/),
    copy: ['0x1', [1, 2]],
    isPlain: true,
    parts: ['x'],
  })
})
