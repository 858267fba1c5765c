import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { encodeAddress } from '@polkadot/util-crypto/address'
import { getAddressEncoder, address as solanaAddress } from '@solana/web3.js'
import type { Behaviour, Controls } from './behaviour.ts'

/** The same data as objects of another realm, as extensions and frames pass them. */
const toOtherRealm = (data: unknown): unknown =>
  runInNewContext(`JSON.parse(${JSON.stringify(JSON.stringify(data))})`)
const bytesOfOtherRealm = (bytes: unknown): unknown =>
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
/** Resolves after the wallet's work in this task, and after the work that it queued. */
const deferred = async <Value>(value: Value): Promise<Value> => {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  return value
}
const codedError = (code: unknown, message = 'No', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const member = (from: unknown, name: string): unknown => Reflect.get(Object(from), name)

/** Grants the request, and returns another response. */
const grantsWith = (method: string, response: unknown) => (input: unknown, wallet: Controls) => {
  wallet.standardResponse(method, input)
  return response
}

/** The standard response, modified. */
const modified =
  (method: string, change: (response: unknown, wallet: Controls) => unknown) =>
  async (input: unknown, wallet: Controls) =>
    change(await wallet.standardResponse(method, input), wallet)

const request = 'eth_requestAccounts'

const ethereum: readonly Omit<Behaviour, 'ecosystem'>[] = [
  // Name and id
  {
    wallet: 'announces a URL as its rdns',
    info: { rdns: 'https://trellis.example/' },
    action: 'list',
    expected: 'listed as ethereum:Trellis',
  },
  { wallet: 'announces no rdns', info: { rdns: undefined }, action: 'connect', expected: 'connected' },
  {
    wallet: 'announces no uuid',
    info: { uuid: undefined },
    action: 'list',
    expected: 'listed as ethereum:example.trellis',
  },
  { wallet: 'announces a number as its uuid', info: { uuid: 7 }, action: 'connect', expected: 'connected' },
  {
    wallet: 'announces no name',
    info: { name: undefined },
    action: 'list',
    expected: 'listed as ethereum:example.trellis',
  },
  {
    wallet: 'announces a picture that is none',
    info: { icon: { url: 'x' } },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'announces neither a name nor an rdns',
    info: { name: '', rdns: null },
    action: 'list',
    expected: 'not listed',
  },
  {
    wallet: 'announces members that EIP-6963 does not have',
    info: { walletId: 'x', version: 2 },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has no request function',
    object: (wallet) => without(wallet, 'request'),
    action: 'list',
    expected: 'not listed',
  },
  { wallet: 'is window.ethereum only', isLegacy: true, action: 'connect', expected: 'connected' },
  {
    wallet: 'is a function with members',
    object: (wallet) => Object.assign(() => {}, wallet),
    action: 'connect',
    expected: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, action: 'connect', expected: 'connected' },
  { wallet: 'is a Proxy', object: proxied, action: 'connect', expected: 'connected' },

  // Missing event support
  {
    wallet: 'has no functions for events',
    object: (wallet) => without(wallet, 'on', 'removeListener'),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has a getter for on that throws',
    object: (wallet) => throwing('on', wallet),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'throws when a listener is added for one event',
    object: (wallet) =>
      withMembers(wallet, {
        on: (event: string) => {
          if (event === 'message') throw new Error('Unknown event')
        },
      }),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'rejects when a listener is added',
    object: (wallet) => withMembers(wallet, { on: fails(new Error('No events')) }),
    action: 'connect',
    expected: 'connected',
  },

  // Accounts
  {
    wallet: 'returns its account as one text',
    responses: { [request]: (_, { account }) => account },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its account in lower case',
    responses: { [request]: (_, { account }) => [account.toLowerCase()] },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns null and shares its account from then on',
    responses: { [request]: grantsWith(request, null) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns true and shares its account from then on',
    responses: { [request]: grantsWith(request, true) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns a whole JSON-RPC response',
    responses: { [request]: (_, { account }) => ({ id: 1, jsonrpc: '2.0', result: [account] }) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its accounts as a Proxy',
    responses: { [request]: (_, { account }) => proxied([account]) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns frozen accounts',
    responses: { [request]: (_, { account }) => Object.freeze([account]) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns accounts of another realm',
    responses: { [request]: (_, { account }) => toOtherRealm([account]) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns garbage among its accounts',
    responses: { [request]: (_, { account }) => [null, 7, {}, account, '0x12'] },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its account as CAIP-10',
    responses: { [request]: (_, { account }) => [`eip155:1:${account}`] },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns accounts as objects',
    responses: { [request]: (_, { account }) => [{ address: account }] },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'returns an empty list',
    responses: { [request]: () => [] },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'returns accounts with a getter that throws',
    responses: { [request]: () => throwing('0', ['x']) },
    action: 'connect',
    expected: 'connecting.failed',
  },
  {
    wallet: 'returns values and no promises',
    object: (wallet) =>
      withMembers(wallet, {
        request: ({ method }: { method: string }) =>
          method === 'eth_chainId' ? 1 : ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
      }),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'emits its accounts and never answers',
    responses: {
      [request]: (input, wallet) => {
        wallet.emit('accountsChanged', wallet.standardResponse(request, input))
        return never()
      },
    },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'never answers',
    responses: { [request]: never },
    action: 'connect',
    expected: 'connecting.hint',
  },

  // Rejections and errors
  {
    wallet: 'throws a text',
    responses: { [request]: fails('User rejected the request.') },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'says that its dialog was closed',
    responses: { [request]: fails(codedError(-32603, 'User closed modal')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'throws a refusal in Chinese',
    responses: { [request]: fails('用户取消了操作') },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'passes a refusal of a hardware wallet on',
    responses: {
      [request]: fails(
        Object.assign(
          new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
          { name: 'TransportStatusError', statusCode: 27_013 },
        ),
      ),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    responses: { [request]: fails(codedError('4001')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    responses: {
      [request]: fails(codedError(-32603, 'Internal JSON-RPC error', { cause: codedError(4001) })),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal in data',
    responses: {
      [request]: fails(
        codedError(-32603, 'Failed', { data: { originalError: new Error('User denied account access') } }),
      ),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as a JSON-RPC error',
    responses: { [request]: fails({ jsonrpc: '2.0', error: { code: 4001, message: 'No' } }) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'throws an error of another realm',
    responses: { [request]: fails(runInNewContext('Object.assign(new Error("No"), { code: 4001 })')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'throws a Proxy',
    responses: { [request]: fails(proxied(codedError(4001))) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'throws before it returns a promise',
    object: (wallet) =>
      withMembers(wallet, {
        request: () => {
          throw codedError(4001)
        },
      }),
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'returns its refusal as an answer',
    responses: { [request]: () => ({ code: 4001, message: 'User rejected' }) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'returns an Error as an answer',
    responses: { [request]: () => codedError(4001) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'returns a JSON-RPC error as an answer',
    responses: {
      [request]: () => ({ id: 1, jsonrpc: '2.0', error: { code: -32002, message: 'Already pending' } }),
    },
    action: 'connect',
    expected: 'connecting.pending',
  },
  {
    wallet: 'throws null',
    responses: { [request]: fails(null) },
    action: 'connect',
    expected: 'connecting.failed',
  },
  {
    wallet: 'throws an error whose getters throw',
    responses: { [request]: fails(throwing('message', {})) },
    action: 'connect',
    expected: 'connecting.failed',
  },
  {
    wallet: 'is locked and says 4100',
    responses: { [request]: fails(codedError(4100)) },
    action: 'connect',
    expected: 'connecting.no-account',
  },

  // Chain
  {
    wallet: 'returns its chain as a number',
    responses: { eth_chainId: () => 1 },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its chain as decimal text',
    responses: { eth_chainId: () => '1' },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its chain as CAIP-2',
    responses: { eth_chainId: () => 'eip155:1' },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its chain in an object',
    responses: { eth_chainId: () => ({ chainId: '0x1', networkVersion: '1' }) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its chain as a big integer',
    responses: { eth_chainId: () => 1n },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns its chain as a big integer in an object',
    responses: { eth_chainId: () => ({ chainId: 1n }) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns a negative big integer as its chain',
    responses: { eth_chainId: () => -1n },
    action: 'connect',
    expected: 'connecting.failed',
  },
  {
    wallet: 'returns no chain',
    responses: { eth_chainId: () => null },
    action: 'connect',
    expected: 'connecting.silent',
  },

  // Events
  {
    wallet: 'emits its account as CAIP-10',
    emits: ({ emit, otherAccount }) => emit('accountsChanged', [`eip155:1:${otherAccount.toLowerCase()}`]),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'answers an earlier question after a later event',
    responses: { eth_accounts: (_, { account }) => deferred([account]) },
    emits: ({ emit, otherAccount }) => {
      emit('accountsChanged')
      emit('accountsChanged', [otherAccount])
    },
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits its chain in hex with leading zeros',
    emits: ({ emit }) => emit('chainChanged', '0x00002105'),
    action: 'events',
    expected: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits the chain 0x0',
    emits: ({ emit }) => emit('chainChanged', '0x0'),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits its chain as a big integer',
    responses: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    emits: ({ emit }) => emit('chainChanged', 8453n),
    action: 'events',
    expected: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits its account as one text',
    emits: ({ emit, otherAccount }) => emit('accountsChanged', otherAccount),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accounts as a Proxy',
    emits: ({ emit, otherAccount }) => emit('accountsChanged', proxied([otherAccount])),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accountsChanged without data',
    responses: { eth_accounts: (_, { otherAccount }) => [otherAccount] },
    emits: ({ emit }) => emit('accountsChanged'),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits accounts with a getter that throws',
    emits: ({ emit }) => emit('accountsChanged', throwing('0', ['x'])),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account, and then its account',
    emits: ({ emit, account }) => {
      emit('accountsChanged', [])
      emit('accountsChanged', [account])
    },
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account and shares it still',
    emits: ({ emit }) => emit('accountsChanged', []),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits no account and shares another one',
    responses: { eth_accounts: (_, { otherAccount }) => [otherAccount] },
    emits: ({ emit }) => emit('accountsChanged', []),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits no account and shares none',
    responses: { eth_accounts: () => [] },
    emits: ({ emit }) => emit('accountsChanged', []),
    action: 'events',
    expected: 'disconnected',
  },
  {
    wallet: 'emits no account and refuses to say which it shares',
    responses: { eth_accounts: fails(codedError(4100)) },
    emits: ({ emit }) => emit('accountsChanged', []),
    action: 'events',
    expected: 'disconnected',
  },
  {
    wallet: 'emits disconnect with 4900 and shares its account still',
    emits: ({ emit }) => emit('disconnect', { code: 4900 }),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect without data and shares no account',
    responses: { eth_accounts: () => [] },
    emits: ({ emit }) => emit('disconnect'),
    action: 'events',
    expected: 'disconnected',
  },
  {
    wallet: 'emits an account before it shares it',
    responses: { eth_accounts: () => [] },
    emits: ({ emit, otherAccount }) => emit('accountsChanged', [otherAccount]),
    action: 'events',
    expected: 'connected to the other account on eip155:1',
  },
  {
    wallet: 'emits its chain as a number',
    emits: ({ emit }) => emit('chainChanged', 8453),
    action: 'events',
    expected: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits its chain in an object',
    emits: ({ emit }) => emit('chainChanged', { chainId: '0x2105' }),
    action: 'events',
    expected: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits chainChanged without data',
    responses: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    emits: ({ emit }) => emit('chainChanged'),
    action: 'events',
    expected: 'connected to the account on eip155:8453',
  },
  {
    wallet: 'emits a chain that is loading',
    emits: ({ emit }) => emit('chainChanged', 'loading'),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect without data and shares its account still',
    emits: ({ emit }) => emit('disconnect'),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits disconnect with a code as text',
    emits: ({ emit }) => emit('disconnect', { code: '4900' }),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },
  {
    wallet: 'emits an event with more data than a frame takes',
    emits: ({ emit }) => emit('message', { text: 'x'.repeat(300_000) }),
    action: 'events',
    expected: 'connected to the account on eip155:1',
  },

  // Locking
  { wallet: 'shares its account again', action: 'lock, unlock', expected: 'back without a prompt' },
  {
    wallet: 'emits only connect and disconnect',
    lock: ({ emit, standardResponse }) => {
      standardResponse('lock without an event', undefined)
      emit('disconnect', { code: 4900 })
    },
    unlock: ({ emit, standardResponse }) => {
      standardResponse('unlock without an event', undefined)
      emit('connect', { chainId: '0x1' })
    },
    action: 'lock, unlock',
    expected: 'back without a prompt',
  },
  {
    wallet: 'emits accountsChanged without data when it is unlocked',
    unlock: ({ emit, standardResponse }) => {
      standardResponse('unlock without an event', undefined)
      emit('accountsChanged')
    },
    action: 'lock, unlock',
    expected: 'back without a prompt',
  },
  { wallet: 'shares its account again', action: 'lock, disconnect, unlock', expected: 'stays disconnected' },
  { wallet: 'shares its account again', action: 'restore locked, unlock', expected: 'back without a prompt' },
  { wallet: 'shares its account still', action: 'restore', expected: 'connected' },
  {
    wallet: 'never answers eth_accounts',
    responses: { eth_accounts: never },
    action: 'restore',
    expected: 'disconnected',
  },
  { wallet: 'can be connected again', action: 'reconnect', expected: 'connected' },
  {
    wallet: 'never answers wallet_revokePermissions',
    responses: {
      wallet_getPermissions: () => [{ parentCapability: 'eth_accounts' }],
      wallet_revokePermissions: never,
    },
    action: 'disconnect',
    expected: 'disconnected',
  },
  {
    wallet: 'never answers wallet_getPermissions',
    responses: { wallet_getPermissions: never },
    action: 'disconnect',
    expected: 'disconnected',
  },

  // Signatures
  {
    wallet: 'returns a signature without 0x',
    responses: { personal_sign: modified('personal_sign', (hex) => String(hex).slice(2)) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature in capitals',
    responses: {
      personal_sign: modified('personal_sign', (hex) => `0x${String(hex).slice(2).toUpperCase()}`),
    },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as a list of bytes',
    responses: {
      personal_sign: modified('personal_sign', (hex) => [...Buffer.from(String(hex).slice(2), 'hex')]),
    },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as a view in a larger buffer',
    responses: {
      personal_sign: modified('personal_sign', (hex) =>
        inLargerBuffer(Buffer.from(String(hex).slice(2), 'hex')),
      ),
    },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature in an object',
    responses: { personal_sign: modified('personal_sign', (signature) => Object.freeze({ signature })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature in a JSON-RPC response',
    responses: { personal_sign: modified('personal_sign', (result) => ({ jsonrpc: '2.0', id: 7, result })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns no signature',
    responses: { personal_sign: () => null },
    action: 'sign',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns a signature that cannot be passed on',
    responses: { personal_sign: () => 7n },
    action: 'sign',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'refuses with a text',
    responses: { personal_sign: fails('User rejected the request.') },
    action: 'sign',
    expected: 'error 4001',
  },
  {
    wallet: 'returns its refusal',
    responses: { personal_sign: () => ({ error: { code: 4001, message: 'No' } }) },
    action: 'sign',
    expected: 'error 4001',
  },
  {
    wallet: 'has moved to another chain without an event',
    responses: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    action: 'sign',
    expected: 'error 4901',
  },
  {
    wallet: 'never answers personal_sign',
    responses: { personal_sign: never },
    action: 'sign',
    expected: 'waits until cancelled',
  },

  // Transfers
  {
    wallet: 'never answers eth_sendTransaction',
    responses: { eth_sendTransaction: never },
    action: 'send',
    expected: 'transfer waits',
  },
  {
    wallet: 'returns a hash without 0x',
    responses: { eth_sendTransaction: modified('eth_sendTransaction', (hash) => String(hash).slice(2)) },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns a hash in an object',
    responses: {
      eth_sendTransaction: modified('eth_sendTransaction', (hash) => ({ transactionHash: hash })),
    },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns a hash beside a code and a message',
    responses: {
      eth_sendTransaction: modified('eth_sendTransaction', (hash) => ({
        code: 0,
        message: 'ok',
        data: { hash },
      })),
    },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns a code and a message that say nothing of an error',
    responses: { eth_sendTransaction: () => ({ code: 200, message: 'success' }) },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'returns no hash',
    responses: { eth_sendTransaction: () => null },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'returns a hash that cannot be passed on',
    responses: { eth_sendTransaction: () => () => 'hash' },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'wraps its refusal as the cause',
    responses: { eth_sendTransaction: fails(codedError(-32603, 'Failed', { cause: { code: 4001 } })) },
    action: 'send',
    expected: 'transfer rejected',
  },
  {
    wallet: 'says that the transaction is known already',
    responses: { eth_sendTransaction: fails(codedError(-32000, 'already known')) },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'says that the transaction was imported already',
    responses: {
      eth_sendTransaction: fails(codedError(-32010, 'Transaction with the same hash was already imported.')),
    },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'loses its network',
    responses: { eth_sendTransaction: fails(codedError(-32603, 'Failed to fetch')) },
    action: 'send',
    expected: 'transfer unknown',
  },
  {
    wallet: 'gives a reason of its own',
    responses: {
      eth_sendTransaction: fails(codedError(-32000, 'insufficient funds', { data: { reason: 'balance' } })),
    },
    action: 'send',
    expected: 'transfer failed: wallet',
  },
  {
    wallet: 'shows an earlier request',
    responses: { eth_sendTransaction: fails(codedError('-32002', 'Request already pending')) },
    action: 'send',
    expected: 'transfer pending',
  },
  {
    wallet: 'has moved to another chain without an event',
    responses: { eth_chainId: (_, { count }) => (count('eth_chainId') > 1 ? '0x2105' : '0x1') },
    action: 'send',
    expected: 'transfer failed: wrong-chain',
  },

  // Networks
  {
    wallet: 'acknowledges a switch and stays',
    responses: { wallet_switchEthereumChain: () => null },
    action: 'switch',
    expected: 'error chain/not-switched',
  },
  {
    wallet: 'switches and never answers',
    responses: {
      wallet_switchEthereumChain: (input, wallet) => {
        wallet.standardResponse('wallet_switchEthereumChain', input)
        return never()
      },
    },
    action: 'switch',
    expected: 'switched',
  },
  {
    wallet: 'switches without an event',
    responses: {
      wallet_switchEthereumChain: () => null,
      eth_chainId: (_, { count }) => (count('wallet_switchEthereumChain') > 0 ? '0x2105' : '0x1'),
    },
    action: 'switch',
    expected: 'switched',
  },
  {
    wallet: 'refuses a switch with a text',
    responses: { wallet_switchEthereumChain: fails('User rejected the request.') },
    action: 'switch',
    expected: 'error 4001',
  },
  {
    wallet: 'says that its dialog was closed',
    responses: { wallet_switchEthereumChain: fails(codedError(-32603, 'User closed the popup')) },
    action: 'switch',
    expected: 'error 4001',
  },
  {
    wallet: 'does not know the network, as a code in text',
    responses: { wallet_switchEthereumChain: fails(codedError('4902', 'Unknown chain')) },
    action: 'switch',
    expected: 'error chain/not-supported-by-wallet',
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
const signatureOf = (response: unknown): Uint8Array =>
  Uint8Array.from(Object(member(firstOf(response), 'signature')))
const firstOf = (response: unknown): unknown => member(response, '0')
const accountsOf = (response: unknown): readonly object[] => Array.from(Object(member(response, 'accounts')))

/** A connect that grants and returns the account, modified. */
const account = (change: (account: object, wallet: Controls) => unknown) =>
  modified('connect', (response, wallet) => ({
    accounts: accountsOf(response).map((one) => change(one, wallet)),
  }))
const message = (change: (signature: Uint8Array, response: unknown) => unknown) =>
  modified('signMessage', (response) => change(signatureOf(response), response))
const submission = (change: (signature: Uint8Array, response: unknown) => unknown) =>
  modified('signAndSendTransaction', (response) => change(signatureOf(response), response))

type Bytes = Uint8Array

/** The signed transaction, in another form. */
const signedTransaction = (change: (signed: Bytes) => unknown) =>
  modified('signTransaction', (response) =>
    change(Uint8Array.from(Object(member(member(response, '0'), 'signedTransaction')))),
  )

const signedForms: readonly (readonly [string, (signed: Bytes) => unknown])[] = [
  ['in one object', (signed) => ({ signedTransaction: signed })],
  ['alone', (signed) => signed],
  ['as numbers', (signed) => [{ signedTransaction: [...signed] }]],
  ['as bytes of another realm', (signed) => [{ signedTransaction: bytesOfOtherRealm(signed) }]],
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

const solana: readonly Omit<Behaviour, 'ecosystem'>[] = [
  // Name and icon
  {
    wallet: 'has no events',
    object: (wallet) => withFeatures(wallet, (features) => without(features, 'standard:events')),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'throws when a listener is added',
    object: (wallet) =>
      withFeature(wallet, 'standard:events', {
        on: () => {
          throw new Error('No events')
        },
      }),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'returns nothing that removes a listener',
    object: (wallet) => withFeature(wallet, 'standard:events', { on: () => undefined }),
    action: 'connect',
    expected: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, action: 'connect', expected: 'connected' },
  {
    wallet: 'has no name',
    object: (wallet) => withMembers(wallet, { name: undefined }),
    action: 'list',
    expected: 'not listed',
  },
  {
    wallet: 'has a feature whose getter throws',
    object: (wallet) => withFeatures(wallet, (features) => throwing('solana:signIn', features)),
    action: 'connect',
    expected: 'connected',
  },

  // Accounts
  {
    wallet: 'answers with nothing and lists its account itself',
    responses: { connect: grantsWith('connect', undefined) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'answers with no account and lists it itself',
    responses: { connect: grantsWith('connect', { accounts: [] }) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'answers with the bare list',
    responses: { connect: modified('connect', accountsOf) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has a getter for its accounts that throws',
    object: (wallet) => throwing('accounts', wallet),
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has an account that names no chains',
    responses: { connect: account((one) => ({ ...one, chains: undefined })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has an account that names no features',
    responses: { connect: account((one) => ({ ...one, features: undefined })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has an account with an empty list of features',
    responses: { connect: account((one) => ({ ...one, features: [] })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has an account with an empty list of chains',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    responses: { connect: account((one) => ({ ...one, chains: [] })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has an account with one chain as text',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    responses: { connect: account((one) => ({ ...one, chains: 'solana:mainnet' })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has its features on a prototype, and an account that names none',
    object: (wallet) => withFeatures(wallet, (features) => Object.create(features)),
    responses: { connect: account((one) => ({ ...one, features: undefined })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has an account with a key and no address',
    responses: {
      connect: account((one, { account: own }) => ({
        ...one,
        address: undefined,
        publicKey: Uint8Array.from(getAddressEncoder().encode(solanaAddress(own))),
      })),
    },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has a frozen account',
    responses: { connect: account(Object.freeze) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has an account of another realm',
    responses: { connect: account(toOtherRealm) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has an account that is a Proxy',
    responses: { connect: account(proxied) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has only an account of another ecosystem',
    responses: {
      connect: () => ({ accounts: [{ address: '0x12', chains: ['sui:mainnet'], features: [] }] }),
    },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  { wallet: 'never answers', responses: { connect: never }, action: 'connect', expected: 'connecting.hint' },
  {
    wallet: 'emits its account and never answers',
    responses: {
      connect: (input, wallet) => {
        wallet.emit('change', wallet.standardResponse('connect', input))
        return never()
      },
    },
    action: 'connect',
    expected: 'connected',
  },

  // Rejections and errors
  {
    wallet: 'throws a text',
    responses: { connect: fails('User rejected the request.') },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    responses: { connect: fails(codedError('4001', 'Nope')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    responses: {
      connect: fails(
        Object.assign(new Error('Connection failed'), { cause: { code: 4001, message: 'Nope' } }),
      ),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'says that its window was closed',
    responses: { connect: fails(new Error('Plugin Closed')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal in words',
    responses: {
      connect: fails(Object.assign(new Error(''), { error: new Error('User rejected the request.') })),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'throws null',
    responses: { connect: fails(null) },
    action: 'connect',
    expected: 'connecting.failed',
  },
  {
    wallet: 'returns its refusal as an answer',
    responses: { signMessage: () => ({ code: 4001, message: 'User rejected' }) },
    action: 'sign',
    expected: 'error 4001',
  },

  // Events
  {
    wallet: 'emits another account',
    emits: ({ emit, otherAccount }) =>
      emit('change', { accounts: [{ address: otherAccount, chains: ['solana:mainnet'], features: [] }] }),
    action: 'events',
    expected: `connected to the other account on ${mainnet}`,
  },
  {
    wallet: 'emits another account that names no chains',
    emits: ({ emit, otherAccount }) =>
      emit('change', { accounts: Object.freeze([{ address: otherAccount }]) }),
    action: 'events',
    expected: `connected to the other account on ${mainnet}`,
  },
  {
    wallet: 'emits a change without data',
    emits: ({ emit }) => emit('change'),
    action: 'events',
    expected: onMainnet,
  },
  {
    wallet: 'emits no account and lists it still',
    emits: ({ emit }) => emit('change', { accounts: [] }),
    action: 'events',
    expected: onMainnet,
  },
  {
    wallet: 'emits no account before it lists none',
    emits: ({ emit, standardResponse }) => {
      emit('change', { accounts: [] })
      standardResponse('lock without an event', undefined)
    },
    action: 'events',
    expected: 'disconnected',
  },
  {
    wallet: 'emits no account, and then its account',
    object: (wallet) => withMembers(wallet, { accounts: [] }),
    emits: ({ emit, account: own }) => {
      emit('change', { accounts: [] })
      emit('change', { accounts: [{ address: own }] })
    },
    action: 'events',
    expected: onMainnet,
  },
  {
    wallet: 'emits a change of its features only',
    emits: ({ emit }) => emit('change', { features: {} }),
    action: 'events',
    expected: onMainnet,
  },
  {
    wallet: 'emits accounts that are no list',
    emits: ({ emit }) => emit('change', { accounts: 'all' }),
    action: 'events',
    expected: onMainnet,
  },

  // Locking
  { wallet: 'shares its account again', action: 'lock, unlock', expected: 'back without a prompt' },
  {
    wallet: 'emits a change without data when it is unlocked',
    unlock: ({ emit, standardResponse }) => {
      standardResponse('unlock without an event', undefined)
      emit('change')
    },
    action: 'lock, unlock',
    expected: 'back without a prompt',
  },
  { wallet: 'shares its account again', action: 'lock, disconnect, unlock', expected: 'stays disconnected' },
  { wallet: 'shares its account again', action: 'restore locked, unlock', expected: 'back without a prompt' },
  { wallet: 'shares its account still', action: 'restore', expected: 'connected' },
  {
    wallet: 'refuses a silent connect in words',
    responses: { connect: fails(new Error('User rejected the request.')) },
    action: 'restore',
    expected: 'disconnected',
  },
  { wallet: 'can be connected again', action: 'reconnect', expected: 'connected' },
  {
    wallet: 'never answers disconnect',
    responses: { disconnect: never },
    action: 'disconnect',
    expected: 'disconnected',
  },
  {
    wallet: 'throws at disconnect',
    responses: { disconnect: fails('No') },
    action: 'disconnect',
    expected: 'disconnected',
  },
  {
    wallet: 'has no disconnect',
    object: (wallet) => withFeatures(wallet, (features) => without(features, 'standard:disconnect')),
    action: 'disconnect',
    expected: 'disconnected',
  },

  // Signatures
  {
    wallet: 'returns one answer and no list',
    responses: { signMessage: message((_, response) => firstOf(response)) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as numbers',
    responses: { signMessage: message((bytes) => [{ signature: [...bytes] }]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature in base58',
    responses: { signMessage: message((bytes) => [{ signature: base58(bytes) }]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as a view in a larger buffer',
    responses: { signMessage: message((bytes) => [{ signature: inLargerBuffer(bytes) }]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature of another realm',
    responses: { signMessage: message((bytes) => [{ signature: bytesOfOtherRealm(bytes) }]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature with numbered members',
    responses: { signMessage: message((bytes) => [{ signature: { ...bytes } }]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns the bare signature',
    responses: { signMessage: message((bytes) => bytes) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns no signature',
    responses: { signMessage: () => null },
    action: 'sign',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns an empty list',
    responses: { signMessage: () => [] },
    action: 'sign',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'signs another text',
    responses: { signMessage: message((bytes) => [{ signature: bytes.map((byte) => byte ^ 1) }]) },
    action: 'sign',
    expected: 'error -32603 mismatch',
  },

  // Transfers
  {
    wallet: 'returns the signature as numbers',
    responses: { signAndSendTransaction: submission((bytes) => [{ signature: [...bytes] }]) },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns the signature in base64',
    responses: {
      signAndSendTransaction: submission((bytes) => [{ signature: Buffer.from(bytes).toString('base64') }]),
    },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns the bare signature in base58',
    responses: { signAndSendTransaction: submission((bytes) => base58(bytes)) },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns a list of signatures',
    responses: { signAndSendTransaction: submission((bytes) => ({ signatures: [bytes] })) },
    action: 'send',
    expected: 'sent',
  },
  {
    wallet: 'returns no signature',
    responses: { signAndSendTransaction: () => undefined },
    action: 'send',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'returns a signature that cannot be passed on',
    responses: { signAndSendTransaction: () => [{ signature: () => 'x' }] },
    action: 'send',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'never answers signAndSendTransaction',
    responses: { signAndSendTransaction: never },
    action: 'send',
    expected: 'waits until cancelled',
  },

  // Signed transactions
  ...signedForms.map(([form, change]) => ({
    wallet: `returns the signed transaction ${form}`,
    responses: { signTransaction: signedTransaction(change) },
    action: 'sign a transaction' as const,
    expected: 'signed' as const,
  })),
  ...unsignedForms.map(([form, response]) => ({
    wallet: `returns ${form} for a transaction`,
    responses: { signTransaction: () => response },
    action: 'sign a transaction' as const,
    expected: 'error -32603 unknown-outcome' as const,
  })),
  {
    wallet: 'never answers signTransaction',
    responses: { signTransaction: never },
    action: 'sign a transaction',
    expected: 'waits until cancelled',
  },
  {
    wallet: 'never answers signMessage',
    responses: { signMessage: never },
    action: 'sign',
    expected: 'waits until cancelled',
  },
  {
    wallet: 'never answers a silent connect',
    responses: { connect: never },
    action: 'restore',
    expected: 'disconnected',
  },
]

const assetHub = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const otherGenesis = `0x${'48'.repeat(32)}`

const ethereumAccount = { address: '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac', type: 'ethereum' }

/** The result of `enable`, modified. */
const enabled = (change: (injected: object, wallet: Controls) => unknown) =>
  modified('enable', (injected, wallet) => change(Object(injected), wallet))
const withAccounts = (members: object) =>
  enabled((injected) => ({ ...injected, accounts: { ...Object(member(injected, 'accounts')), ...members } }))
const listed = (change: (account: object, wallet: Controls) => unknown) =>
  modified('get', (accounts, wallet) => Array.from(Object(accounts), (one) => change(Object(one), wallet)))
const raw = (change: (signature: string) => unknown) =>
  modified('signRaw', (response) => change(String(member(response, 'signature'))))
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const polkadot: readonly Omit<Behaviour, 'ecosystem'>[] = [
  // Name and functions
  {
    wallet: 'has no enable',
    object: (entry) => without(entry, 'enable'),
    action: 'list',
    expected: 'not listed',
  },
  {
    wallet: 'has a getter for enable that throws',
    object: (entry) => throwing('enable', entry),
    action: 'list',
    expected: 'not listed',
  },
  {
    wallet: 'has no version',
    object: (entry) => without(entry, 'version'),
    action: 'connect',
    expected: 'connected',
  },
  { wallet: 'is a frozen object', object: Object.freeze, action: 'connect', expected: 'connected' },

  // Accounts
  {
    wallet: 'names no type of its account',
    responses: { get: listed((one) => without(one, 'type')) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'writes the type in capitals',
    responses: { get: listed((one) => ({ ...one, type: 'ED25519' })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'names a type that is none',
    responses: { get: listed((one) => ({ ...one, type: 'bitcoin' })) },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'lists an account of type ethereum first',
    responses: { get: modified('get', (accounts) => [ethereumAccount, ...Array.from(Object(accounts))]) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'has only an account of type ethereum',
    responses: { get: () => [ethereumAccount] },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'emits an account of type ethereum first',
    emits: ({ emit, otherAccount }) => emit('accounts', [ethereumAccount, { address: otherAccount }]),
    action: 'events',
    expected: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'has a number as the name of its account',
    responses: { get: listed((one) => ({ ...one, name: 7 })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has an empty genesis hash',
    responses: { get: listed((one) => ({ ...one, genesisHash: '' })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has an account of another chain only',
    responses: { get: listed((one) => ({ ...one, genesisHash: otherGenesis })) },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'lists bare addresses',
    responses: { get: listed((_, { account: own }) => own) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'writes its address with the prefix of a chain',
    responses: { get: listed((one, { account: own }) => ({ ...one, address: encodeAddress(own, 0) })) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has its accounts as a plain list',
    responses: {
      enable: enabled((injected, { account: own }) => ({ ...injected, accounts: [{ address: own }] })),
    },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has frozen accounts',
    responses: { get: modified('get', (accounts) => Object.freeze(accounts)) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has accounts that are Proxies',
    responses: { get: listed(proxied) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has accounts of another realm',
    responses: { get: modified('get', toOtherRealm) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'answers null for its accounts',
    responses: { get: () => null },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  {
    wallet: 'throws when its accounts are read',
    responses: { get: fails(new Error('Not ready')) },
    action: 'connect',
    expected: 'connecting.failed',
  },

  // Missing subscription
  {
    wallet: 'throws when it is subscribed to',
    responses: {
      subscribe: () => {
        throw new Error('No subscriptions')
      },
    },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'rejects when it is subscribed to',
    responses: { subscribe: fails(new Error('No subscriptions')) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'has no subscription',
    responses: { enable: withAccounts({ subscribe: undefined }) },
    action: 'connect',
    expected: 'connected',
  },
  {
    wallet: 'ends its subscription through a promise',
    responses: { subscribe: async () => () => {} },
    action: 'disconnect',
    expected: 'disconnected',
  },
  {
    wallet: 'throws when its subscription ends',
    responses: {
      subscribe: () => () => {
        throw new Error('Never subscribed')
      },
    },
    action: 'disconnect',
    expected: 'disconnected',
  },

  // Enabling
  {
    wallet: 'refuses to be enabled twice',
    responses: {
      enable: (input, wallet) =>
        wallet.count('enable') > 1
          ? Promise.reject(new Error('Already enabled'))
          : wallet.standardResponse('enable', input),
    },
    action: 'reconnect',
    expected: 'connected',
  },
  {
    wallet: 'gives nothing the second time',
    responses: {
      enable: (input, wallet) =>
        wallet.count('enable') > 1 ? undefined : wallet.standardResponse('enable', input),
    },
    action: 'reconnect',
    expected: 'connected',
  },
  {
    wallet: 'gives nothing',
    responses: { enable: () => undefined },
    action: 'connect',
    expected: 'connecting.no-account',
  },
  { wallet: 'never answers', responses: { enable: never }, action: 'connect', expected: 'connecting.hint' },
  {
    wallet: 'throws a text',
    responses: { enable: fails('Rejected') },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'wraps its refusal as the cause',
    responses: {
      enable: fails(Object.assign(new Error('Failed'), { cause: new Error('Rejected by the user') })),
    },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'has its code as text',
    responses: { enable: fails(codedError('4001', 'Nope')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'says that its window was closed',
    responses: { enable: fails(new Error('The user closed the popup')) },
    action: 'connect',
    expected: 'connecting.rejected',
  },
  {
    wallet: 'shows an earlier request',
    responses: { enable: fails(new Error('The source has a pending authorization request')) },
    action: 'connect',
    expected: 'connecting.pending',
  },
  {
    wallet: 'throws null',
    responses: { enable: fails(null) },
    action: 'connect',
    expected: 'connecting.failed',
  },

  // Events
  {
    wallet: 'emits another account without a type',
    emits: ({ emit, otherAccount }) => emit('accounts', [{ address: otherAccount }]),
    action: 'events',
    expected: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits no account and shares it still',
    emits: ({ emit }) => emit('accounts', []),
    action: 'events',
    expected: `connected to the account on ${assetHub}`,
  },
  {
    wallet: 'emits no account, and then another one',
    responses: { get: (_, { account: own }) => deferred([{ address: own }]) },
    emits: ({ emit, otherAccount }) => {
      emit('accounts', [])
      emit('accounts', [{ address: otherAccount }])
    },
    action: 'events',
    expected: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits no account and throws when its accounts are read',
    responses: {
      get: (input, { count, standardResponse }) =>
        count('get') > 1 ? Promise.reject(new Error('Locked')) : standardResponse('get', input),
    },
    emits: ({ emit }) => emit('accounts', []),
    action: 'events',
    expected: 'disconnected',
  },
  {
    wallet: 'emits bare addresses',
    emits: ({ emit, otherAccount }) => emit('accounts', [otherAccount]),
    action: 'events',
    expected: `connected to the other account on ${assetHub}`,
  },
  {
    wallet: 'emits null',
    emits: ({ emit }) => emit('accounts', null),
    action: 'events',
    expected: `connected to the account on ${assetHub}`,
  },
  {
    wallet: 'emits nothing',
    emits: ({ emit }) => emit('accounts'),
    action: 'events',
    expected: `connected to the account on ${assetHub}`,
  },

  // Locking
  { wallet: 'shares its account again', action: 'lock, unlock', expected: 'back without a prompt' },
  { wallet: 'shares its account again', action: 'lock, disconnect, unlock', expected: 'stays disconnected' },
  { wallet: 'shares its account again', action: 'restore locked, unlock', expected: 'back without a prompt' },
  { wallet: 'shares its account still', action: 'restore', expected: 'connected' },
  {
    wallet: 'refuses to be enabled by itself',
    responses: { enable: fails(new Error('Not authorized')) },
    action: 'restore',
    expected: 'disconnected',
  },

  {
    wallet: 'never answers enable',
    responses: { enable: never },
    action: 'restore',
    expected: 'disconnected',
  },
  {
    wallet: 'never answers for its accounts',
    responses: { get: never },
    action: 'connect',
    expected: 'connecting.hint',
  },

  // Signatures
  {
    wallet: 'never answers signRaw',
    responses: { signRaw: never },
    action: 'sign',
    expected: 'waits until cancelled',
  },
  {
    wallet: 'returns the bare signature',
    responses: { signRaw: raw((hex) => hex) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature without 0x',
    responses: { signRaw: raw((hex) => ({ id: 1, signature: hex.slice(2) })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature in capitals',
    responses: { signRaw: raw((hex) => ({ id: 1, signature: `0x${hex.slice(2).toUpperCase()}` })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as bytes',
    responses: { signRaw: raw((hex) => ({ id: 1, signature: bytesOf(hex) })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as bytes of another realm',
    responses: { signRaw: raw((hex) => ({ id: 1, signature: bytesOfOtherRealm(bytesOf(hex)) })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature as numbers',
    responses: { signRaw: raw((hex) => ({ signature: [...bytesOf(hex)] })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature beside an empty transaction',
    responses: { signRaw: raw((hex) => ({ id: 1, signature: hex, signedTransaction: '' })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a signature and no id',
    responses: { signRaw: raw((hex) => ({ signature: hex, signedTransaction: null })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a text as its id',
    responses: { signRaw: raw((hex) => ({ id: 'one', signature: hex })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns a frozen answer',
    responses: { signRaw: raw((hex) => Object.freeze({ id: 1, signature: hex })) },
    action: 'sign',
    expected: 'signed',
  },
  {
    wallet: 'returns no signature',
    responses: { signRaw: () => null },
    action: 'sign',
    expected: 'error -32603 unknown-outcome',
  },
  {
    wallet: 'refuses with a text',
    responses: { signRaw: fails('Cancelled') },
    action: 'sign',
    expected: 'error 4001',
  },
  {
    wallet: 'signs another text',
    responses: { signRaw: raw(() => `0x${'12'.repeat(64)}`) },
    action: 'sign',
    expected: 'error -32603 mismatch',
  },
]

/**
 * Deviations of wallets in the three ecosystems, with the expected outcome: it works, or it ends with a message or an error
 * code that allows a next step. Observed in real wallets, or similar to what was observed.
 */
export const behaviours: readonly Behaviour[] = [
  ...ethereum.map((row): Behaviour => ({ ecosystem: 'ethereum', ...row })),
  ...solana.map((row): Behaviour => ({ ecosystem: 'solana', ...row })),
  ...polkadot.map((row): Behaviour => ({ ecosystem: 'polkadot', ...row })),
]
