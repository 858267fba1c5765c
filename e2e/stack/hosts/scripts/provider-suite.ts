import {
  assert,
  assertMatches,
  assertRejectsWithCode,
  type Case,
  getMember,
  runCases,
  type SuiteResult,
  stringify,
  waitUntil,
} from './suite-case.ts'

/**
 * A connected EIP-1193 provider. The cases below, which every provider must pass, run in a page. Its wallet responds without
 * the user; `temper` makes it reject. The module does not depend on the widget. The bare test wallet proves that it is right.
 */
export type SuiteProvider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  removeListener(event: string, listener: (value: unknown) => void): unknown
}

export type SuiteFacts = {
  readonly account: string
  readonly stranger: string
  /** Chain numbers in hex: the current chain, another chain of the wallet, and one that it does not have. */
  readonly chain: string
  readonly otherChain: string
  readonly unknownChain: string
}

export type SuiteWorld = SuiteFacts & { readonly temper: (mode: 'approve' | 'reject') => void }

const sameAddress = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()

const request = (provider: SuiteProvider, method: string, ...params: unknown[]) =>
  provider.request({ method, params })

const typedData = ({ chain }: SuiteFacts) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'item', type: 'string' }],
  },
  primaryType: 'Order',
  domain: { name: 'Suite', chainId: Number(chain) },
  message: { item: 'Tea' },
})

const cases: readonly Case<SuiteProvider, SuiteWorld>[] = [
  [
    'request returns a promise, and rejects what is no request',
    async (provider) => {
      const promise = provider.request({ method: 'eth_chainId' })
      assert(promise instanceof Promise, 'no promise')
      await promise
      await assertRejectsWithCode(provider.request(JSON.parse('{}')), -32600, -32602)
    },
  ],
  [
    'the chain is told in hex, and as a number in net_version',
    async (provider, { chain }) => {
      assert((await request(provider, 'eth_chainId')) === chain, await request(provider, 'eth_chainId'))
      assert((await request(provider, 'net_version')) === String(Number(chain)), 'net_version')
    },
  ],
  [
    'accounts are those the site may see, asked or not',
    async (provider, { account }) => {
      for (const method of ['eth_accounts', 'eth_requestAccounts']) {
        const accounts = await request(provider, method)
        assert(Array.isArray(accounts) && sameAddress(accounts[0], account), accounts)
      }
    },
  ],
  [
    'reads are answered by the chain',
    async (provider, { account }) => {
      const [head, balance, block] = await Promise.all([
        request(provider, 'eth_blockNumber'),
        request(provider, 'eth_getBalance', account, 'latest'),
        request(provider, 'eth_getBlockByNumber', 'latest', false),
      ])
      assertMatches(/^0x[0-9a-f]+$/, head)
      assertMatches(/^0x[0-9a-f]+$/, balance)
      assertMatches(/^0x[0-9a-f]{64}$/, getMember(block, 'hash'))
    },
  ],
  [
    'an error of the node keeps its code',
    async (provider) =>
      assertRejectsWithCode(request(provider, 'eth_call', { data: '0x60006000fd' }, 'latest'), 3),
  ],
  [
    'a method nobody knows is 4200',
    async (provider) => assertRejectsWithCode(request(provider, 'wallet_notAMethod'), 4200),
  ],
  [
    'a message is signed, and a signature is 65 bytes',
    async (provider, { account }) =>
      assertMatches(/^0x[0-9a-f]{130}$/, await request(provider, 'personal_sign', '0x68656c6c6f', account)),
  ],
  [
    'typed data is signed, as text',
    async (provider, world) => {
      const data = JSON.stringify(typedData(world))
      assertMatches(/^0x[0-9a-f]{130}$/, await request(provider, 'eth_signTypedData_v4', world.account, data))
    },
  ],
  [
    'an account the site may not see is 4100',
    async (provider, { stranger }) =>
      assertRejectsWithCode(request(provider, 'personal_sign', '0x68', stranger), 4100),
  ],
  [
    'a refusal is 4001',
    async (provider, { account, temper }) => {
      temper('reject')
      try {
        await assertRejectsWithCode(request(provider, 'personal_sign', '0x68', account), 4001)
      } finally {
        temper('approve')
      }
    },
  ],
  [
    'a transaction is sent, and is found by its hash',
    async (provider, { account, stranger }) => {
      const hash = await request(provider, 'eth_sendTransaction', {
        from: account,
        to: stranger,
        value: '0x1',
      })
      assertMatches(/^0x[0-9a-f]{64}$/, hash)
      await waitUntil(async () => (await request(provider, 'eth_getTransactionReceipt', hash)) !== null)
    },
  ],
  [
    'a switch is null, and tells chainChanged once, in hex',
    async (provider, { chain, otherChain }) => {
      const emitted: unknown[] = []
      const listener = (value: unknown) => emitted.push(value)
      provider.on('chainChanged', listener)
      assert(
        (await request(provider, 'wallet_switchEthereumChain', { chainId: otherChain })) === null,
        'not null',
      )
      await waitUntil(() => emitted.length > 0)
      assert((await request(provider, 'eth_chainId')) === otherChain, 'eth_chainId')
      await request(provider, 'wallet_switchEthereumChain', { chainId: chain })
      await waitUntil(() => emitted.length > 1)
      assert(stringify(emitted) === stringify([otherChain, chain]), emitted)
      provider.removeListener('chainChanged', listener)
    },
  ],
  [
    'a listener that was removed hears nothing',
    async (provider, { chain, otherChain }) => {
      const emitted: unknown[] = []
      const received: unknown[] = []
      const removed = (value: unknown) => emitted.push(value)
      const remaining = (value: unknown) => received.push(value)
      provider.on('chainChanged', removed)
      provider.on('chainChanged', remaining)
      provider.removeListener('chainChanged', removed)
      await request(provider, 'wallet_switchEthereumChain', { chainId: otherChain })
      await request(provider, 'wallet_switchEthereumChain', { chainId: chain })
      await waitUntil(() => received.length === 2)
      provider.removeListener('chainChanged', remaining)
      assert(emitted.length === 0, emitted)
    },
  ],
  [
    'a switch to a chain nobody knows is 4902, and one without a chain −32602',
    async (provider, { unknownChain }) => {
      await assertRejectsWithCode(
        request(provider, 'wallet_switchEthereumChain', { chainId: unknownChain }),
        4902,
      )
      await assertRejectsWithCode(request(provider, 'wallet_switchEthereumChain', {}), -32602)
    },
  ],
  [
    'permissions name the accounts (EIP-2255)',
    async (provider) => {
      const permissions = await request(provider, 'wallet_getPermissions')
      assert(Array.isArray(permissions), permissions)
      const names = Array.isArray(permissions)
        ? permissions.map((one) => getMember(one, 'parentCapability'))
        : []
      assert(names.includes('eth_accounts'), names)
    },
  ],
  [
    'an asset is watched, with its parameters as an object (EIP-747)',
    async (provider, { stranger }) => {
      const options = { address: stranger, symbol: 'TEA', decimals: 18 }
      const params = { type: 'ERC20', options }
      assert((await provider.request({ method: 'wallet_watchAsset', params })) === true, 'not true')
    },
  ],
]

/** Runs every case in order; resolves with the results. */
export const runProviderSuite = (
  provider: SuiteProvider,
  world: SuiteWorld,
): Promise<readonly SuiteResult[]> => runCases(cases, provider, world)

Object.defineProperty(globalThis, 'runProviderSuite', { value: runProviderSuite })
