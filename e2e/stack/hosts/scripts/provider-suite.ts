import {
  type Case,
  fails,
  matches,
  member,
  must,
  runCases,
  type SuiteResult,
  say,
  until,
} from './suite-case.ts'

/**
 * What any connected EIP-1193 provider must do, as cases which run in a page. Its wallet answers by itself; `temper` turns
 * that into a refusal. The module knows nothing of us: that it is right is proven with the bare test wallet.
 */
export type SuiteProvider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  removeListener(event: string, listener: (value: unknown) => void): unknown
}

export type SuiteFacts = {
  readonly account: string
  readonly stranger: string
  /** Chain numbers in hex: the one in use, another the wallet knows, and one nobody knows. */
  readonly chain: string
  readonly otherChain: string
  readonly unknownChain: string
}

export type SuiteWorld = SuiteFacts & { readonly temper: (mode: 'approve' | 'reject') => void }

const sameAddress = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()

const ask = (provider: SuiteProvider, method: string, ...params: unknown[]) =>
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
      const answer = provider.request({ method: 'eth_chainId' })
      must(answer instanceof Promise, 'no promise')
      await answer
      await fails(provider.request(JSON.parse('{}')), -32600, -32602)
    },
  ],
  [
    'the chain is told in hex, and as a number in net_version',
    async (provider, { chain }) => {
      must((await ask(provider, 'eth_chainId')) === chain, await ask(provider, 'eth_chainId'))
      must((await ask(provider, 'net_version')) === String(Number(chain)), 'net_version')
    },
  ],
  [
    'accounts are those the site may see, asked or not',
    async (provider, { account }) => {
      for (const method of ['eth_accounts', 'eth_requestAccounts']) {
        const accounts = await ask(provider, method)
        must(Array.isArray(accounts) && sameAddress(accounts[0], account), accounts)
      }
    },
  ],
  [
    'reads are answered by the chain',
    async (provider, { account }) => {
      const [head, balance, block] = await Promise.all([
        ask(provider, 'eth_blockNumber'),
        ask(provider, 'eth_getBalance', account, 'latest'),
        ask(provider, 'eth_getBlockByNumber', 'latest', false),
      ])
      matches(/^0x[0-9a-f]+$/, head)
      matches(/^0x[0-9a-f]+$/, balance)
      matches(/^0x[0-9a-f]{64}$/, member(block, 'hash'))
    },
  ],
  [
    'an error of the node keeps its code',
    async (provider) => fails(ask(provider, 'eth_call', { data: '0x60006000fd' }, 'latest'), 3),
  ],
  ['a method nobody knows is 4200', async (provider) => fails(ask(provider, 'wallet_notAMethod'), 4200)],
  [
    'a message is signed, and a signature is 65 bytes',
    async (provider, { account }) =>
      matches(/^0x[0-9a-f]{130}$/, await ask(provider, 'personal_sign', '0x68656c6c6f', account)),
  ],
  [
    'typed data is signed, as text',
    async (provider, world) => {
      const data = JSON.stringify(typedData(world))
      matches(/^0x[0-9a-f]{130}$/, await ask(provider, 'eth_signTypedData_v4', world.account, data))
    },
  ],
  [
    'an account the site may not see is 4100',
    async (provider, { stranger }) => fails(ask(provider, 'personal_sign', '0x68', stranger), 4100),
  ],
  [
    'a refusal is 4001',
    async (provider, { account, temper }) => {
      temper('reject')
      try {
        await fails(ask(provider, 'personal_sign', '0x68', account), 4001)
      } finally {
        temper('approve')
      }
    },
  ],
  [
    'a transaction is sent, and is found by its hash',
    async (provider, { account, stranger }) => {
      const hash = await ask(provider, 'eth_sendTransaction', { from: account, to: stranger, value: '0x1' })
      matches(/^0x[0-9a-f]{64}$/, hash)
      await until(async () => (await ask(provider, 'eth_getTransactionReceipt', hash)) !== null)
    },
  ],
  [
    'a switch is null, and tells chainChanged once, in hex',
    async (provider, { chain, otherChain }) => {
      const told: unknown[] = []
      const listener = (value: unknown) => told.push(value)
      provider.on('chainChanged', listener)
      must((await ask(provider, 'wallet_switchEthereumChain', { chainId: otherChain })) === null, 'not null')
      await until(() => told.length > 0)
      must((await ask(provider, 'eth_chainId')) === otherChain, 'eth_chainId')
      await ask(provider, 'wallet_switchEthereumChain', { chainId: chain })
      await until(() => told.length > 1)
      must(say(told) === say([otherChain, chain]), told)
      provider.removeListener('chainChanged', listener)
    },
  ],
  [
    'a listener that was removed hears nothing',
    async (provider, { chain, otherChain }) => {
      const told: unknown[] = []
      const heard: unknown[] = []
      const gone = (value: unknown) => told.push(value)
      const stays = (value: unknown) => heard.push(value)
      provider.on('chainChanged', gone)
      provider.on('chainChanged', stays)
      provider.removeListener('chainChanged', gone)
      await ask(provider, 'wallet_switchEthereumChain', { chainId: otherChain })
      await ask(provider, 'wallet_switchEthereumChain', { chainId: chain })
      await until(() => heard.length === 2)
      provider.removeListener('chainChanged', stays)
      must(told.length === 0, told)
    },
  ],
  [
    'a switch to a chain nobody knows is 4902, and one without a chain −32602',
    async (provider, { unknownChain }) => {
      await fails(ask(provider, 'wallet_switchEthereumChain', { chainId: unknownChain }), 4902)
      await fails(ask(provider, 'wallet_switchEthereumChain', {}), -32602)
    },
  ],
  [
    'permissions name the accounts (EIP-2255)',
    async (provider) => {
      const permissions = await ask(provider, 'wallet_getPermissions')
      must(Array.isArray(permissions), permissions)
      const names = Array.isArray(permissions)
        ? permissions.map((one) => member(one, 'parentCapability'))
        : []
      must(names.includes('eth_accounts'), names)
    },
  ],
  [
    'an asset is watched, with its parameters as an object (EIP-747)',
    async (provider, { stranger }) => {
      const options = { address: stranger, symbol: 'TEA', decimals: 18 }
      const params = { type: 'ERC20', options }
      must((await provider.request({ method: 'wallet_watchAsset', params })) === true, 'not true')
    },
  ],
]

/** Runs every case, one after the other, and tells what failed. */
export const runProviderSuite = (
  provider: SuiteProvider,
  world: SuiteWorld,
): Promise<readonly SuiteResult[]> => runCases(cases, provider, world)

Object.defineProperty(globalThis, 'runProviderSuite', { value: runProviderSuite })
