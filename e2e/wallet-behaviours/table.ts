import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { encodeAddress } from '@polkadot/util-crypto/address'
import { getAddressEncoder, address as solanaAddress } from '@solana/web3.js'
import type { Behaviour, Controls } from './behaviour.ts'

/** The same data as objects of another realm, as extensions and frames pass them. */
const foreign = (data: unknown): unknown =>
  runInNewContext(`JSON.parse(${JSON.stringify(JSON.stringify(data))})`)
const foreignBytes = (bytes: unknown): unknown =>
  runInNewContext('(list) => Uint8Array.from(list)')([...Uint8Array.from(Object(bytes))])

const proxied = (value: object): object => new Proxy(value, {})

/** The object with some members replaced; the others stay live. */
const withMembers = (object: object, members: Readonly<Record<string, unknown>>): object =>
  new Proxy(object, {
    get: (target, name) => (Object.hasOwn(members, name) ? members[String(name)] : Reflect.get(target, name)),
  })
const without = (object: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const throwing = (name: string, object: object): object =>
  new Proxy(object, {
    get: (target, key) => {
      if (key === name) throw new Error('A getter of the page')
      return Reflect.get(target, key)
    },
  })

const fails = (thrown: unknown) => () => Promise.reject(thrown)
const never = () => new Promise(() => {})
/** Resolves after the wallet's own work of this task, and after the work it queued. */
const later = async <Value>(value: Value): Promise<Value> => {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  return value
}
const coded = (code: unknown, message = 'No', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const member = (from: unknown, name: string): unknown => Reflect.get(Object(from), name)

/** Grants the request, and returns another response. */
const grants = (method: string, answer: unknown) => (input: unknown, wallet: Controls) => {
  wallet.usual(method, input)
  return answer
}

/** The standard response, modified. */
const changed =
  (method: string, change: (answer: unknown, wallet: Controls) => unknown) =>
  async (input: unknown, wallet: Controls) =>
    change(await wallet.usual(method, input), wallet)

const request = 'eth_requestAccounts'

const ethereum: readonly Omit<Behaviour, 'on'>[] = [
  // Name and id
  {
    wallet: 'announces a URL as its rdns',
    info: { rdns: 'https://trellis.example/' },
    act: 'list',
    right: 'listed as ethereum:Trellis',
  },
  { wallet: 'announces no rdns', info: { rdns: undefined }, act: 'connect', right: 'connected' },
  {
    wallet: 'announces no uuid',
    info: { uuid: undefined },
    act: 'list',
    right: 'listed as ethereum:example.trellis',
  },
  { wallet: 'announces a number as its uuid', info: { uuid: 7 }, act: 'connect', right: 'connected' },
  {
    wallet: 'announces no name',
    info: { name: undefined },
    act: 'list',
    right: 'listed as ethereum:example.trellis',
  },
  {
    wallet: 'announces a picture that is none',
    info: { icon: { url: 'x' } },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'announces neither a name nor an rdns',
    info: { name: '', rdns: null },
    act: 'list',
    right: 'not listed',
  },
  {
    wallet: 'announces members that EIP-6963 does not have',
    info: { walletId: 'x', version: 2 },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has no request function',
    object: (wallet) => without(wallet, 'request'),
    act: 'list',
    right: 'not listed',
  },
  { wallet: 'is window.ethereum only', isLegacy: true, act: 'connect', right: 'connected' },
  {
    wallet: 'is a function with members',
    object: (wallet) => Object.assign(() => {}, wallet),
    act: 'connect',
    right: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, act: 'connect', right: 'connected' },
  { wallet: 'is a Proxy', object: proxied, act: 'connect', right: 'connected' },

  // Missing event support
  {
    wallet: 'has no functions for events',
    object: (wallet) => without(wallet, 'on', 'removeListener'),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has a getter for on that throws',
    object: (wallet) => throwing('on', wallet),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'throws when a listener is added for one event',
    object: (wallet) =>
      withMembers(wallet, {
        on: (event: string) => {
          if (event === 'message') throw new Error('Unknown event')
        },
      }),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'rejects when a listener is added',
    object: (wallet) => withMembers(wallet, { on: fails(new Error('No events')) }),
    act: 'connect',
    right: 'connected',
  },

  // Accounts
  {
    wallet: 'returns its account as one text',
    answers: { [request]: (_, { account }) => account },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its account in lower case',
    answers: { [request]: (_, { account }) => [account.toLowerCase()] },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns null and shares its account from then on',
    answers: { [request]: grants(request, null) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns true and shares its account from then on',
    answers: { [request]: grants(request, true) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns a whole JSON-RPC response',
    answers: { [request]: (_, { account }) => ({ id: 1, jsonrpc: '2.0', result: [account] }) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its accounts as a Proxy',
    answers: { [request]: (_, { account }) => proxied([account]) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns frozen accounts',
    answers: { [request]: (_, { account }) => Object.freeze([account]) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns accounts of another realm',
    answers: { [request]: (_, { account }) => foreign([account]) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns garbage among its accounts',
    answers: { [request]: (_, { account }) => [null, 7, {}, account, '0x12'] },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its account as CAIP-10',
    answers: { [request]: (_, { account }) => [`eip155:1:${account}`] },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns accounts as objects',
    answers: { [request]: (_, { account }) => [{ address: account }] },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'returns an empty list',
    answers: { [request]: () => [] },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'returns accounts with a getter that throws',
    answers: { [request]: () => throwing('0', ['x']) },
    act: 'connect',
    right: 'connecting.failed',
  },
  {
    wallet: 'returns values and no promises',
    object: (wallet) =>
      withMembers(wallet, {
        request: ({ method }: { method: string }) =>
          method === 'eth_chainId' ? 1 : ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
      }),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'emits its accounts and never answers',
    answers: {
      [request]: (input, wallet) => {
        wallet.emit('accountsChanged', wallet.usual(request, input))
        return never()
      },
    },
    act: 'connect',
    right: 'connected',
  },
  { wallet: 'never answers', answers: { [request]: never }, act: 'connect', right: 'connecting.hint' },

  // Rejections and errors
  {
    wallet: 'throws a text',
    answers: { [request]: fails('User rejected the request.') },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'says that its dialog was closed',
    answers: { [request]: fails(coded(-32603, 'User closed modal')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'throws a refusal in Chinese',
    answers: { [request]: fails('用户取消了操作') },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'passes a refusal of a hardware wallet on',
    answers: {
      [request]: fails(
        Object.assign(
          new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
          { name: 'TransportStatusError', statusCode: 27_013 },
        ),
      ),
    },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    answers: { [request]: fails(coded('4001')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    answers: { [request]: fails(coded(-32603, 'Internal JSON-RPC error', { cause: coded(4001) })) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal in data',
    answers: {
      [request]: fails(
        coded(-32603, 'Failed', { data: { originalError: new Error('User denied account access') } }),
      ),
    },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as a JSON-RPC error',
    answers: { [request]: fails({ jsonrpc: '2.0', error: { code: 4001, message: 'No' } }) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'throws an error of another realm',
    answers: { [request]: fails(runInNewContext('Object.assign(new Error("No"), { code: 4001 })')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'throws a Proxy',
    answers: { [request]: fails(proxied(coded(4001))) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'throws before it returns a promise',
    object: (wallet) =>
      withMembers(wallet, {
        request: () => {
          throw coded(4001)
        },
      }),
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'returns its refusal as an answer',
    answers: { [request]: () => ({ code: 4001, message: 'User rejected' }) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'returns an Error as an answer',
    answers: { [request]: () => coded(4001) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'returns a JSON-RPC error as an answer',
    answers: {
      [request]: () => ({ id: 1, jsonrpc: '2.0', error: { code: -32002, message: 'Already pending' } }),
    },
    act: 'connect',
    right: 'connecting.pending',
  },
  { wallet: 'throws null', answers: { [request]: fails(null) }, act: 'connect', right: 'connecting.failed' },
  {
    wallet: 'throws an error whose getters throw',
    answers: { [request]: fails(throwing('message', {})) },
    act: 'connect',
    right: 'connecting.failed',
  },
  {
    wallet: 'is locked and says 4100',
    answers: { [request]: fails(coded(4100)) },
    act: 'connect',
    right: 'connecting.no-account',
  },

  // Chain
  {
    wallet: 'returns its chain as a number',
    answers: { eth_chainId: () => 1 },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its chain as decimal text',
    answers: { eth_chainId: () => '1' },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its chain as CAIP-2',
    answers: { eth_chainId: () => 'eip155:1' },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its chain in an object',
    answers: { eth_chainId: () => ({ chainId: '0x1', networkVersion: '1' }) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its chain as a big integer',
    answers: { eth_chainId: () => 1n },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns its chain as a big integer in an object',
    answers: { eth_chainId: () => ({ chainId: 1n }) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns a negative big integer as its chain',
    answers: { eth_chainId: () => -1n },
    act: 'connect',
    right: 'connecting.failed',
  },
  {
    wallet: 'returns no chain',
    answers: { eth_chainId: () => null },
    act: 'connect',
    right: 'connecting.silent',
  },

  // Events
  {
    wallet: 'emits its account as CAIP-10',
    emits: ({ emit, other }) => emit('accountsChanged', [`eip155:1:${other.toLowerCase()}`]),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'answers an earlier question after a later event',
    answers: { eth_accounts: (_, { account }) => later([account]) },
    emits: ({ emit, other }) => {
      emit('accountsChanged')
      emit('accountsChanged', [other])
    },
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits its chain in hex with leading zeros',
    emits: ({ emit }) => emit('chainChanged', '0x00002105'),
    act: 'events',
    right: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits the chain 0x0',
    emits: ({ emit }) => emit('chainChanged', '0x0'),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits its chain as a big integer',
    answers: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    emits: ({ emit }) => emit('chainChanged', 8453n),
    act: 'events',
    right: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits its account as one text',
    emits: ({ emit, other }) => emit('accountsChanged', other),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accounts as a Proxy',
    emits: ({ emit, other }) => emit('accountsChanged', proxied([other])),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accountsChanged without data',
    answers: { eth_accounts: (_, { other }) => [other] },
    emits: ({ emit }) => emit('accountsChanged'),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accounts with a getter that throws',
    emits: ({ emit }) => emit('accountsChanged', throwing('0', ['x'])),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account, and then its account',
    emits: ({ emit, account }) => {
      emit('accountsChanged', [])
      emit('accountsChanged', [account])
    },
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account and shares it still',
    emits: ({ emit }) => emit('accountsChanged', []),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account and shares another one',
    answers: { eth_accounts: (_, { other }) => [other] },
    emits: ({ emit }) => emit('accountsChanged', []),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits no account and shares none',
    answers: { eth_accounts: () => [] },
    emits: ({ emit }) => emit('accountsChanged', []),
    act: 'events',
    right: 'disconnected',
  },
  {
    wallet: 'emits no account and refuses to say which it shares',
    answers: { eth_accounts: fails(coded(4100)) },
    emits: ({ emit }) => emit('accountsChanged', []),
    act: 'events',
    right: 'disconnected',
  },
  {
    wallet: 'emits disconnect with 4900 and shares its account still',
    emits: ({ emit }) => emit('disconnect', { code: 4900 }),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect without data and shares no account',
    answers: { eth_accounts: () => [] },
    emits: ({ emit }) => emit('disconnect'),
    act: 'events',
    right: 'disconnected',
  },
  {
    wallet: 'emits an account before it shares it',
    answers: { eth_accounts: () => [] },
    emits: ({ emit, other }) => emit('accountsChanged', [other]),
    act: 'events',
    right: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits its chain as a number',
    emits: ({ emit }) => emit('chainChanged', 8453),
    act: 'events',
    right: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits its chain in an object',
    emits: ({ emit }) => emit('chainChanged', { chainId: '0x2105' }),
    act: 'events',
    right: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits chainChanged without data',
    answers: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    emits: ({ emit }) => emit('chainChanged'),
    act: 'events',
    right: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits a chain that is loading',
    emits: ({ emit }) => emit('chainChanged', 'loading'),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect without data and shares its account still',
    emits: ({ emit }) => emit('disconnect'),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect with a code as text',
    emits: ({ emit }) => emit('disconnect', { code: '4900' }),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits an event with more data than a frame takes',
    emits: ({ emit }) => emit('message', { text: 'x'.repeat(300_000) }),
    act: 'events',
    right: 'connected to the account on eip155:1',
  },

  // Locking
  { wallet: 'shares its account again', act: 'lock, unlock', right: 'back without a prompt' },
  {
    wallet: 'emits only connect and disconnect',
    lock: ({ emit, usual }) => {
      usual('lock without an event', undefined)
      emit('disconnect', { code: 4900 })
    },
    unlock: ({ emit, usual }) => {
      usual('unlock without an event', undefined)
      emit('connect', { chainId: '0x1' })
    },
    act: 'lock, unlock',
    right: 'back without a prompt',
  },
  {
    wallet: 'emits accountsChanged without data when it is unlocked',
    unlock: ({ emit, usual }) => {
      usual('unlock without an event', undefined)
      emit('accountsChanged')
    },
    act: 'lock, unlock',
    right: 'back without a prompt',
  },
  { wallet: 'shares its account again', act: 'lock, disconnect, unlock', right: 'stays disconnected' },
  { wallet: 'shares its account again', act: 'restore locked, unlock', right: 'back without a prompt' },
  { wallet: 'shares its account still', act: 'restore', right: 'connected' },
  {
    wallet: 'never answers eth_accounts',
    answers: { eth_accounts: never },
    act: 'restore',
    right: 'disconnected',
  },
  { wallet: 'can be connected again', act: 'reconnect', right: 'connected' },
  {
    wallet: 'never answers wallet_revokePermissions',
    answers: {
      wallet_getPermissions: () => [{ parentCapability: 'eth_accounts' }],
      wallet_revokePermissions: never,
    },
    act: 'disconnect',
    right: 'disconnected',
  },
  {
    wallet: 'never answers wallet_getPermissions',
    answers: { wallet_getPermissions: never },
    act: 'disconnect',
    right: 'disconnected',
  },

  // Signatures
  {
    wallet: 'returns a signature without 0x',
    answers: { personal_sign: changed('personal_sign', (hex) => String(hex).slice(2)) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature in capitals',
    answers: { personal_sign: changed('personal_sign', (hex) => `0x${String(hex).slice(2).toUpperCase()}`) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as a list of bytes',
    answers: {
      personal_sign: changed('personal_sign', (hex) => [...Buffer.from(String(hex).slice(2), 'hex')]),
    },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as a view in a larger buffer',
    answers: {
      personal_sign: changed('personal_sign', (hex) =>
        inLargerBuffer(Buffer.from(String(hex).slice(2), 'hex')),
      ),
    },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature in an object',
    answers: { personal_sign: changed('personal_sign', (signature) => Object.freeze({ signature })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature in a JSON-RPC response',
    answers: { personal_sign: changed('personal_sign', (result) => ({ jsonrpc: '2.0', id: 7, result })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns no signature',
    answers: { personal_sign: () => null },
    act: 'sign',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns a signature that cannot be passed on',
    answers: { personal_sign: () => 7n },
    act: 'sign',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'refuses with a text',
    answers: { personal_sign: fails('User rejected the request.') },
    act: 'sign',
    right: 'error 4001',
  },
  {
    wallet: 'returns its refusal',
    answers: { personal_sign: () => ({ error: { code: 4001, message: 'No' } }) },
    act: 'sign',
    right: 'error 4001',
  },
  {
    wallet: 'has moved to another chain without an event',
    answers: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    act: 'sign',
    right: 'error 4901',
  },
  {
    wallet: 'never answers personal_sign',
    answers: { personal_sign: never },
    act: 'sign',
    right: 'waits until cancelled',
  },

  // Transfers
  {
    wallet: 'never answers eth_sendTransaction',
    answers: { eth_sendTransaction: never },
    act: 'send',
    right: 'transfer waits',
  },
  {
    wallet: 'returns a hash without 0x',
    answers: { eth_sendTransaction: changed('eth_sendTransaction', (hash) => String(hash).slice(2)) },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns a hash in an object',
    answers: { eth_sendTransaction: changed('eth_sendTransaction', (hash) => ({ transactionHash: hash })) },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns a hash beside a code and a message',
    answers: {
      eth_sendTransaction: changed('eth_sendTransaction', (hash) => ({
        code: 0,
        message: 'ok',
        data: { hash },
      })),
    },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns a code and a message that say nothing of an error',
    answers: { eth_sendTransaction: () => ({ code: 200, message: 'success' }) },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'returns no hash',
    answers: { eth_sendTransaction: () => null },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'returns a hash that cannot be passed on',
    answers: { eth_sendTransaction: () => () => 'hash' },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'wraps its refusal as the cause',
    answers: { eth_sendTransaction: fails(coded(-32603, 'Failed', { cause: { code: 4001 } })) },
    act: 'send',
    right: 'transfer rejected',
  },
  {
    wallet: 'says that the transaction is known already',
    answers: { eth_sendTransaction: fails(coded(-32000, 'already known')) },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'says that the transaction was imported already',
    answers: {
      eth_sendTransaction: fails(coded(-32010, 'Transaction with the same hash was already imported.')),
    },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'loses its network',
    answers: { eth_sendTransaction: fails(coded(-32603, 'Failed to fetch')) },
    act: 'send',
    right: 'transfer unknown',
  },
  {
    wallet: 'gives a reason of its own',
    answers: {
      eth_sendTransaction: fails(coded(-32000, 'insufficient funds', { data: { reason: 'balance' } })),
    },
    act: 'send',
    right: 'transfer failed: wallet',
  },
  {
    wallet: 'shows an earlier request',
    answers: { eth_sendTransaction: fails(coded('-32002', 'Request already pending')) },
    act: 'send',
    right: 'transfer pending',
  },
  {
    wallet: 'has moved to another chain without an event',
    answers: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    act: 'send',
    right: 'transfer failed: wrong-chain',
  },

  // Networks
  {
    wallet: 'acknowledges a switch and stays',
    answers: { wallet_switchEthereumChain: () => null },
    act: 'switch',
    right: 'error chain/not-switched',
  },
  {
    wallet: 'switches and never answers',
    answers: {
      wallet_switchEthereumChain: (input, wallet) => {
        wallet.usual('wallet_switchEthereumChain', input)
        return never()
      },
    },
    act: 'switch',
    right: 'switched',
  },
  {
    wallet: 'switches without an event',
    answers: {
      wallet_switchEthereumChain: () => null,
      eth_chainId: (_, { count }) => (count('wallet_switchEthereumChain') > 0 ? '0x2105' : '0x1'),
    },
    act: 'switch',
    right: 'switched',
  },
  {
    wallet: 'refuses a switch with a text',
    answers: { wallet_switchEthereumChain: fails('User rejected the request.') },
    act: 'switch',
    right: 'error 4001',
  },
  {
    wallet: 'says that its dialog was closed',
    answers: { wallet_switchEthereumChain: fails(coded(-32603, 'User closed the popup')) },
    act: 'switch',
    right: 'error 4001',
  },
  {
    wallet: 'does not know the network, as a code in text',
    answers: { wallet_switchEthereumChain: fails(coded('4902', 'Unknown chain')) },
    act: 'switch',
    right: 'error chain/not-supported-by-wallet',
  },
]

/** Bytes as a part of a much larger buffer, such as a module's memory. */
function inLargerBuffer(bytes: Uint8Array): Uint8Array {
  const memory = new Uint8Array(1_000_000)
  memory.set(bytes, 5_000)
  return memory.subarray(5_000, 5_000 + bytes.length)
}

const withFeatures = (wallet: object, change: (features: object) => object): object =>
  withMembers(wallet, { features: change(Object(member(wallet, 'features'))) })
const withFeature = (wallet: object, name: string, feature: object): object =>
  withFeatures(wallet, (features) => ({ ...features, [name]: feature }))

/** The bytes of the standard response's signature. */
const signatureOf = (answer: unknown): Uint8Array =>
  Uint8Array.from(Object(member(firstOf(answer), 'signature')))
const firstOf = (answer: unknown): unknown => member(answer, '0')
const accountsOf = (answer: unknown): readonly object[] => Array.from(Object(member(answer, 'accounts')))

/** A connect that grants and returns the account, modified. */
const account = (change: (account: object, wallet: Controls) => unknown) =>
  changed('connect', (answer, wallet) => ({ accounts: accountsOf(answer).map((one) => change(one, wallet)) }))
const message = (change: (signature: Uint8Array, answer: unknown) => unknown) =>
  changed('signMessage', (answer) => change(signatureOf(answer), answer))
const submission = (change: (signature: Uint8Array, answer: unknown) => unknown) =>
  changed('signAndSendTransaction', (answer) => change(signatureOf(answer), answer))

type Bytes = Uint8Array

/** The signed transaction, in another form. */
const signedTransaction = (change: (signed: Bytes) => unknown) =>
  changed('signTransaction', (answer) =>
    change(Uint8Array.from(Object(member(member(answer, '0'), 'signedTransaction')))),
  )

const signedForms: readonly (readonly [string, (signed: Bytes) => unknown])[] = [
  ['in one object', (signed) => ({ signedTransaction: signed })],
  ['alone', (signed) => signed],
  ['as numbers', (signed) => [{ signedTransaction: [...signed] }]],
  ['as bytes of another realm', (signed) => [{ signedTransaction: foreignBytes(signed) }]],
  ['in base64', (signed) => [{ signedTransaction: Buffer.from(signed).toString('base64') }]],
  ['in base58', (signed) => [{ signedTransaction: base58(signed) }]],
  ['as a frozen list', (signed) => Object.freeze([Object.freeze({ signedTransaction: signed })])],
]

const unsignedForms: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['an empty list', []],
  ['a function', () => 'x'],
]

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function base58(bytes: Uint8Array): string {
  let [rest, text] = [BigInt(`0x${Buffer.from(bytes).toString('hex')}`), '']
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  return text
}

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const onMainnet = `connected to the account on ${mainnet}` as const

const solana: readonly Omit<Behaviour, 'on'>[] = [
  // Name and icon
  {
    wallet: 'has no events',
    object: (wallet) => withFeatures(wallet, (features) => without(features, 'standard:events')),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'throws when a listener is added',
    object: (wallet) =>
      withFeature(wallet, 'standard:events', {
        on: () => {
          throw new Error('No events')
        },
      }),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'returns nothing that removes a listener',
    object: (wallet) => withFeature(wallet, 'standard:events', { on: () => undefined }),
    act: 'connect',
    right: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, act: 'connect', right: 'connected' },
  {
    wallet: 'has no name',
    object: (wallet) => withMembers(wallet, { name: undefined }),
    act: 'list',
    right: 'not listed',
  },
  {
    wallet: 'has a feature whose getter throws',
    object: (wallet) => withFeatures(wallet, (features) => throwing('solana:signIn', features)),
    act: 'connect',
    right: 'connected',
  },

  // Accounts
  {
    wallet: 'answers with nothing and lists its account itself',
    answers: { connect: grants('connect', undefined) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'answers with no account and lists it itself',
    answers: { connect: grants('connect', { accounts: [] }) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'answers with the bare list',
    answers: { connect: changed('connect', accountsOf) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has a getter for its accounts that throws',
    object: (wallet) => throwing('accounts', wallet),
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has an account that names no chains',
    answers: { connect: account((one) => ({ ...one, chains: undefined })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has an account that names no features',
    answers: { connect: account((one) => ({ ...one, features: undefined })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has an account with an empty list of features',
    answers: { connect: account((one) => ({ ...one, features: [] })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has an account with an empty list of chains',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    answers: { connect: account((one) => ({ ...one, chains: [] })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has an account with one chain as text',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    answers: { connect: account((one) => ({ ...one, chains: 'solana:mainnet' })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has its features on a prototype, and an account that names none',
    object: (wallet) => withFeatures(wallet, (features) => Object.create(features)),
    answers: { connect: account((one) => ({ ...one, features: undefined })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has an account with a key and no address',
    answers: {
      connect: account((one, { account: own }) => ({
        ...one,
        address: undefined,
        publicKey: Uint8Array.from(getAddressEncoder().encode(solanaAddress(own))),
      })),
    },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has a frozen account',
    answers: { connect: account(Object.freeze) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has an account of another realm',
    answers: { connect: account(foreign) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has an account that is a Proxy',
    answers: { connect: account(proxied) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has only an account of another ecosystem',
    answers: { connect: () => ({ accounts: [{ address: '0x12', chains: ['sui:mainnet'], features: [] }] }) },
    act: 'connect',
    right: 'connecting.no-account',
  },
  { wallet: 'never answers', answers: { connect: never }, act: 'connect', right: 'connecting.hint' },
  {
    wallet: 'emits its account and never answers',
    answers: {
      connect: (input, wallet) => {
        wallet.emit('change', wallet.usual('connect', input))
        return never()
      },
    },
    act: 'connect',
    right: 'connected',
  },

  // Rejections and errors
  {
    wallet: 'throws a text',
    answers: { connect: fails('User rejected the request.') },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    answers: { connect: fails(coded('4001', 'Nope')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    answers: {
      connect: fails(
        Object.assign(new Error('Connection failed'), { cause: { code: 4001, message: 'Nope' } }),
      ),
    },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'says that its window was closed',
    answers: { connect: fails(new Error('Plugin Closed')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal in words',
    answers: {
      connect: fails(Object.assign(new Error(''), { error: new Error('User rejected the request.') })),
    },
    act: 'connect',
    right: 'connecting.rejected',
  },
  { wallet: 'throws null', answers: { connect: fails(null) }, act: 'connect', right: 'connecting.failed' },
  {
    wallet: 'returns its refusal as an answer',
    answers: { signMessage: () => ({ code: 4001, message: 'User rejected' }) },
    act: 'sign',
    right: 'error 4001',
  },

  // Events
  {
    wallet: 'emits another account',
    emits: ({ emit, other }) =>
      emit('change', { accounts: [{ address: other, chains: ['solana:mainnet'], features: [] }] }),
    act: 'events',
    right: `connected to the other account on ${mainnet}`,
  },
  {
    wallet: 'emits another account that names no chains',
    emits: ({ emit, other }) => emit('change', { accounts: Object.freeze([{ address: other }]) }),
    act: 'events',
    right: `connected to the other account on ${mainnet}`,
  },
  {
    wallet: 'emits a change without data',
    emits: ({ emit }) => emit('change'),
    act: 'events',
    right: onMainnet,
  },
  {
    wallet: 'emits no account and lists it still',
    emits: ({ emit }) => emit('change', { accounts: [] }),
    act: 'events',
    right: onMainnet,
  },
  {
    wallet: 'emits no account before it lists none',
    emits: ({ emit, usual }) => {
      emit('change', { accounts: [] })
      usual('lock without an event', undefined)
    },
    act: 'events',
    right: 'disconnected',
  },
  {
    wallet: 'emits no account, and then its account',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    emits: ({ emit, account: own }) => {
      emit('change', { accounts: [] })
      emit('change', { accounts: [{ address: own }] })
    },
    act: 'events',
    right: onMainnet,
  },
  {
    wallet: 'emits a change of its features only',
    emits: ({ emit }) => emit('change', { features: {} }),
    act: 'events',
    right: onMainnet,
  },
  {
    wallet: 'emits accounts that are no list',
    emits: ({ emit }) => emit('change', { accounts: 'all' }),
    act: 'events',
    right: onMainnet,
  },

  // Locking
  { wallet: 'shares its account again', act: 'lock, unlock', right: 'back without a prompt' },
  {
    wallet: 'emits a change without data when it is unlocked',
    unlock: ({ emit, usual }) => {
      usual('unlock without an event', undefined)
      emit('change')
    },
    act: 'lock, unlock',
    right: 'back without a prompt',
  },
  { wallet: 'shares its account again', act: 'lock, disconnect, unlock', right: 'stays disconnected' },
  { wallet: 'shares its account again', act: 'restore locked, unlock', right: 'back without a prompt' },
  { wallet: 'shares its account still', act: 'restore', right: 'connected' },
  {
    wallet: 'refuses a silent connect in words',
    answers: { connect: fails(new Error('User rejected the request.')) },
    act: 'restore',
    right: 'disconnected',
  },
  { wallet: 'can be connected again', act: 'reconnect', right: 'connected' },
  {
    wallet: 'never answers disconnect',
    answers: { disconnect: never },
    act: 'disconnect',
    right: 'disconnected',
  },
  {
    wallet: 'throws at disconnect',
    answers: { disconnect: fails('No') },
    act: 'disconnect',
    right: 'disconnected',
  },
  {
    wallet: 'has no disconnect',
    object: (wallet) => withFeatures(wallet, (features) => without(features, 'standard:disconnect')),
    act: 'disconnect',
    right: 'disconnected',
  },

  // Signatures
  {
    wallet: 'returns one answer and no list',
    answers: { signMessage: message((_, answer) => firstOf(answer)) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as numbers',
    answers: { signMessage: message((bytes) => [{ signature: [...bytes] }]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature in base58',
    answers: { signMessage: message((bytes) => [{ signature: base58(bytes) }]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as a view in a larger buffer',
    answers: { signMessage: message((bytes) => [{ signature: inLargerBuffer(bytes) }]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature of another realm',
    answers: { signMessage: message((bytes) => [{ signature: foreignBytes(bytes) }]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature with numbered members',
    answers: { signMessage: message((bytes) => [{ signature: { ...bytes } }]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns the bare signature',
    answers: { signMessage: message((bytes) => bytes) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns no signature',
    answers: { signMessage: () => null },
    act: 'sign',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns an empty list',
    answers: { signMessage: () => [] },
    act: 'sign',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'signs another text',
    answers: { signMessage: message((bytes) => [{ signature: bytes.map((byte) => byte ^ 1) }]) },
    act: 'sign',
    right: 'error -32603 mismatch',
  },

  // Transfers
  {
    wallet: 'returns the signature as numbers',
    answers: { signAndSendTransaction: submission((bytes) => [{ signature: [...bytes] }]) },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns the signature in base64',
    answers: {
      signAndSendTransaction: submission((bytes) => [{ signature: Buffer.from(bytes).toString('base64') }]),
    },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns the bare signature in base58',
    answers: { signAndSendTransaction: submission((bytes) => base58(bytes)) },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns a list of signatures',
    answers: { signAndSendTransaction: submission((bytes) => ({ signatures: [bytes] })) },
    act: 'send',
    right: 'sent',
  },
  {
    wallet: 'returns no signature',
    answers: { signAndSendTransaction: () => undefined },
    act: 'send',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns a signature that cannot be passed on',
    answers: { signAndSendTransaction: () => [{ signature: () => 'x' }] },
    act: 'send',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'never answers signAndSendTransaction',
    answers: { signAndSendTransaction: never },
    act: 'send',
    right: 'waits until cancelled',
  },

  // Signed transactions
  ...signedForms.map(([form, change]) => ({
    wallet: `returns the signed transaction ${form}`,
    answers: { signTransaction: signedTransaction(change) },
    act: 'sign a transaction' as const,
    right: 'signed' as const,
  })),
  ...unsignedForms.map(([form, answer]) => ({
    wallet: `returns ${form} for a transaction`,
    answers: { signTransaction: () => answer },
    act: 'sign a transaction' as const,
    right: 'error -32603 unknown-outcome' as const,
  })),
  {
    wallet: 'never answers signTransaction',
    answers: { signTransaction: never },
    act: 'sign a transaction',
    right: 'waits until cancelled',
  },
  {
    wallet: 'never answers signMessage',
    answers: { signMessage: never },
    act: 'sign',
    right: 'waits until cancelled',
  },
  {
    wallet: 'never answers a silent connect',
    answers: { connect: never },
    act: 'restore',
    right: 'disconnected',
  },
]

const assetHub = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const otherGenesis = `0x${'48'.repeat(32)}`

const ethereumAccount = { address: '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac', type: 'ethereum' }

/** The result of `enable`, modified. */
const enabled = (change: (injected: object, wallet: Controls) => unknown) =>
  changed('enable', (injected, wallet) => change(Object(injected), wallet))
const withAccounts = (members: object) =>
  enabled((injected) => ({ ...injected, accounts: { ...Object(member(injected, 'accounts')), ...members } }))
const listed = (change: (account: object, wallet: Controls) => unknown) =>
  changed('get', (accounts, wallet) => Array.from(Object(accounts), (one) => change(Object(one), wallet)))
const raw = (change: (signature: string) => unknown) =>
  changed('signRaw', (answer) => change(String(member(answer, 'signature'))))
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const polkadot: readonly Omit<Behaviour, 'on'>[] = [
  // Name and functions
  { wallet: 'has no enable', object: (entry) => without(entry, 'enable'), act: 'list', right: 'not listed' },
  {
    wallet: 'has a getter for enable that throws',
    object: (entry) => throwing('enable', entry),
    act: 'list',
    right: 'not listed',
  },
  {
    wallet: 'has no version',
    object: (entry) => without(entry, 'version'),
    act: 'connect',
    right: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, act: 'connect', right: 'connected' },

  // Accounts
  {
    wallet: 'names no type of its account',
    answers: { get: listed((one) => without(one, 'type')) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'writes the type in capitals',
    answers: { get: listed((one) => ({ ...one, type: 'ED25519' })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'names a type that is none',
    answers: { get: listed((one) => ({ ...one, type: 'bitcoin' })) },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'lists an account of type ethereum first',
    answers: { get: changed('get', (accounts) => [ethereumAccount, ...Array.from(Object(accounts))]) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'has only an account of type ethereum',
    answers: { get: () => [ethereumAccount] },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'emits an account of type ethereum first',
    emits: ({ emit, other }) => emit('accounts', [ethereumAccount, { address: other }]),
    act: 'events',
    right: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'has a number as the name of its account',
    answers: { get: listed((one) => ({ ...one, name: 7 })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has an empty genesis hash',
    answers: { get: listed((one) => ({ ...one, genesisHash: '' })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has an account of another chain only',
    answers: { get: listed((one) => ({ ...one, genesisHash: otherGenesis })) },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'lists bare addresses',
    answers: { get: listed((_, { account: own }) => own) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'writes its address with the prefix of a chain',
    answers: { get: listed((one, { account: own }) => ({ ...one, address: encodeAddress(own, 0) })) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has its accounts as a plain list',
    answers: {
      enable: enabled((injected, { account: own }) => ({ ...injected, accounts: [{ address: own }] })),
    },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has frozen accounts',
    answers: { get: changed('get', (accounts) => Object.freeze(accounts)) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has accounts that are Proxies',
    answers: { get: listed(proxied) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has accounts of another realm',
    answers: { get: changed('get', foreign) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'answers null for its accounts',
    answers: { get: () => null },
    act: 'connect',
    right: 'connecting.no-account',
  },
  {
    wallet: 'throws when its accounts are read',
    answers: { get: fails(new Error('Not ready')) },
    act: 'connect',
    right: 'connecting.failed',
  },

  // Missing subscription
  {
    wallet: 'throws when it is subscribed to',
    answers: {
      subscribe: () => {
        throw new Error('No subscriptions')
      },
    },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'rejects when it is subscribed to',
    answers: { subscribe: fails(new Error('No subscriptions')) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'has no subscription',
    answers: { enable: withAccounts({ subscribe: undefined }) },
    act: 'connect',
    right: 'connected',
  },
  {
    wallet: 'ends its subscription through a promise',
    answers: { subscribe: async () => () => {} },
    act: 'disconnect',
    right: 'disconnected',
  },
  {
    wallet: 'throws when its subscription ends',
    answers: {
      subscribe: () => () => {
        throw new Error('Never subscribed')
      },
    },
    act: 'disconnect',
    right: 'disconnected',
  },

  // Enabling
  {
    wallet: 'refuses to be enabled twice',
    answers: {
      enable: (input, wallet) =>
        wallet.count('enable') > 1
          ? Promise.reject(new Error('Already enabled'))
          : wallet.usual('enable', input),
    },
    act: 'reconnect',
    right: 'connected',
  },
  {
    wallet: 'gives nothing the second time',
    answers: {
      enable: (input, wallet) => (wallet.count('enable') > 1 ? undefined : wallet.usual('enable', input)),
    },
    act: 'reconnect',
    right: 'connected',
  },
  {
    wallet: 'gives nothing',
    answers: { enable: () => undefined },
    act: 'connect',
    right: 'connecting.no-account',
  },
  { wallet: 'never answers', answers: { enable: never }, act: 'connect', right: 'connecting.hint' },
  {
    wallet: 'throws a text',
    answers: { enable: fails('Rejected') },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    answers: {
      enable: fails(Object.assign(new Error('Failed'), { cause: new Error('Rejected by the user') })),
    },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    answers: { enable: fails(coded('4001', 'Nope')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'says that its window was closed',
    answers: { enable: fails(new Error('The user closed the popup')) },
    act: 'connect',
    right: 'connecting.rejected',
  },
  {
    wallet: 'shows an earlier request',
    answers: { enable: fails(new Error('The source has a pending authorization request')) },
    act: 'connect',
    right: 'connecting.pending',
  },
  { wallet: 'throws null', answers: { enable: fails(null) }, act: 'connect', right: 'connecting.failed' },

  // Events
  {
    wallet: 'emits another account without a type',
    emits: ({ emit, other }) => emit('accounts', [{ address: other }]),
    act: 'events',
    right: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits no account and shares it still',
    emits: ({ emit }) => emit('accounts', []),
    act: 'events',
    right: `connected to the account on ${assetHub}`,
  },
  {
    wallet: 'emits no account, and then another one',
    answers: { get: (_, { account: own }) => later([{ address: own }]) },
    emits: ({ emit, other }) => {
      emit('accounts', [])
      emit('accounts', [{ address: other }])
    },
    act: 'events',
    right: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits no account and throws when its accounts are read',
    answers: {
      get: (input, { count, usual }) =>
        count('get') > 1 ? Promise.reject(new Error('Locked')) : usual('get', input),
    },
    emits: ({ emit }) => emit('accounts', []),
    act: 'events',
    right: 'disconnected',
  },
  {
    wallet: 'emits bare addresses',
    emits: ({ emit, other }) => emit('accounts', [other]),
    act: 'events',
    right: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits null',
    emits: ({ emit }) => emit('accounts', null),
    act: 'events',
    right: `connected to the account on ${assetHub}`,
  },
  {
    wallet: 'emits nothing',
    emits: ({ emit }) => emit('accounts'),
    act: 'events',
    right: `connected to the account on ${assetHub}`,
  },

  // Locking
  { wallet: 'shares its account again', act: 'lock, unlock', right: 'back without a prompt' },
  { wallet: 'shares its account again', act: 'lock, disconnect, unlock', right: 'stays disconnected' },
  { wallet: 'shares its account again', act: 'restore locked, unlock', right: 'back without a prompt' },
  { wallet: 'shares its account still', act: 'restore', right: 'connected' },
  {
    wallet: 'refuses to be enabled by itself',
    answers: { enable: fails(new Error('Not authorized')) },
    act: 'restore',
    right: 'disconnected',
  },

  { wallet: 'never answers enable', answers: { enable: never }, act: 'restore', right: 'disconnected' },
  {
    wallet: 'never answers for its accounts',
    answers: { get: never },
    act: 'connect',
    right: 'connecting.hint',
  },

  // Signatures
  {
    wallet: 'never answers signRaw',
    answers: { signRaw: never },
    act: 'sign',
    right: 'waits until cancelled',
  },
  {
    wallet: 'returns the bare signature',
    answers: { signRaw: raw((hex) => hex) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature without 0x',
    answers: { signRaw: raw((hex) => ({ id: 1, signature: hex.slice(2) })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature in capitals',
    answers: { signRaw: raw((hex) => ({ id: 1, signature: `0x${hex.slice(2).toUpperCase()}` })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as bytes',
    answers: { signRaw: raw((hex) => ({ id: 1, signature: bytesOf(hex) })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as bytes of another realm',
    answers: { signRaw: raw((hex) => ({ id: 1, signature: foreignBytes(bytesOf(hex)) })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature as numbers',
    answers: { signRaw: raw((hex) => ({ signature: [...bytesOf(hex)] })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature beside an empty transaction',
    answers: { signRaw: raw((hex) => ({ id: 1, signature: hex, signedTransaction: '' })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a signature and no id',
    answers: { signRaw: raw((hex) => ({ signature: hex, signedTransaction: null })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a text as its id',
    answers: { signRaw: raw((hex) => ({ id: 'one', signature: hex })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns a frozen answer',
    answers: { signRaw: raw((hex) => Object.freeze({ id: 1, signature: hex })) },
    act: 'sign',
    right: 'signed',
  },
  {
    wallet: 'returns no signature',
    answers: { signRaw: () => null },
    act: 'sign',
    right: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'refuses with a text',
    answers: { signRaw: fails('Cancelled') },
    act: 'sign',
    right: 'error 4001',
  },
  {
    wallet: 'signs another text',
    answers: { signRaw: raw(() => `0x${'12'.repeat(64)}`) },
    act: 'sign',
    right: 'error -32603 mismatch',
  },
]

/**
 * Deviations of wallets in the three ecosystems, with the expected outcome: it works, or it ends with a message or an error
 * code that allows a next step. Observed in real wallets, or similar to what was observed.
 */
export const behaviours: readonly Behaviour[] = [
  ...ethereum.map((row): Behaviour => ({ on: 'ethereum', ...row })),
  ...solana.map((row): Behaviour => ({ on: 'solana', ...row })),
  ...polkadot.map((row): Behaviour => ({ on: 'polkadot', ...row })),
]
