import { stringToHex } from 'viem/utils'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, RequestOptions } from '#widget/chains/chain-adapter.ts'
import { asAddress } from '#widget/chains/solana/address.ts'
import { systemTransfer } from '#widget/chains/solana/instructions.ts'
import { base64, wireOf } from '#widget/chains/solana/testing/transactions.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import {
  connectWalletAtom,
  disconnectAtom,
  reconnectStoredAtom,
} from '#widget/domain/connections/connection-actions.ts'
import { toOperationFailure } from '#widget/domain/transactions/operation-failure.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { readConnectFailure } from '#widget/features/connect/connect-failure.ts'
import type { Behaviour, Ecosystem, UserAction } from './behaviour.ts'
import { type BehaviourWorld, behaviourWorld, networks } from './world.ts'

const namespaceOf: { readonly [Name in Ecosystem]: Namespace } = {
  ethereum: 'eip155',
  solana: 'solana',
  polkadot: 'polkadot',
}

/** The Connect view's message for each failure to connect. */
const connectMessages = {
  rejected: 'connecting.rejected',
  pending: 'connecting.pending',
  noAccount: 'connecting.no-account',
  gone: 'connecting.gone',
  silent: 'connecting.silent',
  failed: 'connecting.failed',
} as const

const errorOf = (thrown: unknown): string => {
  if (isWidgetError(thrown)) return `error ${thrown.code}`
  if (!isProviderRpcError(thrown)) return `error ${String(thrown)}`
  const reason: unknown = Reflect.get(Object(thrown.data), 'reason')
  return `error ${thrown.code}${typeof reason === 'string' ? ` ${reason}` : ''}`
}

const findConnection = (world: BehaviourWorld, { ecosystem }: Behaviour): Connection | undefined =>
  currentConnection(world.store.get(connectionsAtom)[namespaceOf[ecosystem]])

/** Describes the widget's connection as the table's outcomes do. */
function describeConnection(world: BehaviourWorld, row: Behaviour): string {
  const connection = findConnection(world, row)
  if (connection === undefined) return 'disconnected'
  const [address] = connection.accounts
  const { account, otherAccount } = world.wallet
  const accountLabel =
    address === account ? 'the account' : address === otherAccount ? 'the other account' : address
  return `connected to ${accountLabel} on ${connection.chain}`
}

/** As `describeConnection`, but `connected` for the standard account and network. */
function describeConnectionBriefly(world: BehaviourWorld, row: Behaviour): string {
  const where = describeConnection(world, row)
  return where === `connected to the account on ${networks[row.ecosystem]}` ? 'connected' : where
}

async function walletIdOf(world: BehaviourWorld): Promise<string> {
  const [id] = await world.listWallets()
  if (id === undefined) throw new Error('The wallet is not listed')
  return id
}

/** Connects as a click in the Connect view does. */
async function connect(world: BehaviourWorld, row: Behaviour): Promise<string> {
  const walletId = await walletIdOf(world)
  const cancel = new AbortController()
  const attempt = world.store.set(connectWalletAtom, { walletId, signal: cancel.signal })
  try {
    if ((await world.waitForResult(attempt)) !== undefined) return describeConnectionBriefly(world, row)
    cancel.abort()
    await attempt.catch(() => undefined)
    return 'connecting.hint'
  } catch (thrown) {
    return connectMessages[readConnectFailure(thrown).is]
  }
}

/** The connection of a wallet that connects successfully. */
async function connected(world: BehaviourWorld, row: Behaviour): Promise<Connection> {
  const outcome = await connect(world, row)
  const connection = findConnection(world, row)
  if (connection === undefined) throw new Error(`The wallet did not connect: ${outcome}`)
  return connection
}

const messageText = 'Two coffees'

/** A signature request of the host, in the ecosystem's format. */
function signatureRequest({ ecosystem }: Behaviour, address: string) {
  if (ecosystem === 'ethereum')
    return { method: 'personal_sign', params: [stringToHex(messageText), address] }
  return ecosystem === 'solana'
    ? { method: 'solana:signMessage', params: { address, message: btoa(messageText) } }
    : { method: 'injectedWeb3:signRaw', params: { address, data: messageText, type: 'bytes' } }
}

/** A transfer of the host, which the wallet signs, and also sends if the method includes it. */
function transferRequest(
  method: `solana:sign${'AndSend' | ''}Transaction`,
  address: string,
  recipient: string,
) {
  const [payer, to] = [asAddress(address), asAddress(recipient)]
  if (payer === undefined || to === undefined) throw new TypeError('No address of Solana')
  const transaction = base64(wireOf([systemTransfer(payer, to, 5n)], { payer }))
  return { method, params: { address, transaction } }
}

async function requestSignature(
  world: BehaviourWorld,
  connection: Connection,
  request: { readonly method: string; readonly params: readonly unknown[] | object },
  doneLabel: string,
): Promise<string> {
  const adapter = await world.adapter(connection.namespace)
  const checks: string[] = []
  const cancel = new AbortController()
  const options: RequestOptions = { onChecked: ({ is }) => void checks.push(is), signal: cancel.signal }
  try {
    const prepared = await adapter.prepare(connection, request)
    const pending = prepared.requestWallet(options)
    const result = await world.waitForResult(pending)
    // A signature that is returned without verification is an error.
    if (result !== undefined) return checks.includes('verified') ? doneLabel : 'error unverified'
    cancel.abort(new Error('cancelled'))
    return await pending.then(
      () => 'error waits',
      () => 'waits until cancelled',
    )
  } catch (thrown) {
    return errorOf(thrown)
  }
}

/** Sends a transfer of the Send view; on Solana a request of the host, which takes the same path. */
async function send(world: BehaviourWorld, row: Behaviour): Promise<string> {
  const connection = await connected(world, row)
  const [from] = connection.accounts
  const { otherAccount } = world.wallet
  if (row.ecosystem === 'solana')
    return requestSignature(
      world,
      connection,
      transferRequest('solana:signAndSendTransaction', from, otherAccount),
      'sent',
    )
  const adapter = await world.adapter(connection.namespace)
  const { chain } = connection
  const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const fee = {
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    expectedFee: 21_000n,
    maxFee: 42_000n,
  }
  try {
    const sent = adapter.send?.(connection, { from, to: otherAccount, asset, value: 5n }, fee)
    if (sent === undefined) throw new Error('Nothing can be sent')
    return (await world.waitForResult(sent)) === undefined ? 'transfer waits' : 'sent'
  } catch (thrown) {
    const failure = toOperationFailure(thrown)
    return `transfer ${failure.is === 'failed' ? `failed: ${failure.why}` : failure.is}`
  }
}

async function switchNetwork(world: BehaviourWorld, row: Behaviour): Promise<string> {
  const connection = await connected(world, row)
  const adapter = await world.adapter(connection.namespace)
  const network = {
    id: parseChainId(networks.otherEthereum),
    name: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  try {
    const doneLabel = adapter.switchNetwork?.(connection, network)
    return doneLabel && (await world.waitForResult(doneLabel)) ? 'switched' : 'error waits'
  } catch (thrown) {
    return errorOf(thrown)
  }
}

/** Disconnects; reports a disconnect that takes longer than its 2 s. */
async function disconnect(world: BehaviourWorld, row: Behaviour): Promise<string> {
  const startedAt = world.clock.now()
  const doneLabel = await world.waitForResult(world.store.set(disconnectAtom, {}))
  if (doneLabel === undefined) return 'error waits'
  return world.clock.now() - startedAt > disconnectWaitMs + 500
    ? 'disconnected late'
    : describeConnection(world, row)
}

const restore = async (world: BehaviourWorld) => {
  const walletId = await walletIdOf(world)
  world.store.set(enabledWalletsAtom, { autoReconnect: [walletId] })
  await world.waitForResult(world.store.set(reconnectStoredAtom))
}

/** Locks the wallet, lets the user act, and unlocks it. */
async function runLocked(
  world: BehaviourWorld,
  row: Behaviour,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const prompted = world.wallet.prompts()
  world.wallet.lock()
  await world.settleMessages()
  const locked = describeConnection(world, row)
  if (locked !== 'disconnected') return `${locked} while locked`
  await meanwhile()
  world.wallet.unlock()
  await world.settleMessages()
  if (findConnection(world, row) === undefined) return 'stays disconnected'
  return world.wallet.prompts() === prompted ? 'back without a prompt' : 'back with a prompt'
}

const actions: {
  readonly [Name in UserAction]: (world: BehaviourWorld, row: Behaviour) => Promise<string>
} = {
  list: async (world) => {
    const [id] = await world.listWallets()
    return id === undefined ? 'not listed' : `listed as ${id}`
  },
  connect,
  reconnect: async (world, row) => {
    await connected(world, row)
    await disconnect(world, row)
    return connect(world, row)
  },
  restore: async (world, row) => {
    await restore(world)
    return describeConnectionBriefly(world, row)
  },
  events: async (world, row) => {
    await connected(world, row)
    row.emits?.(world.wallet)
    await world.settleMessages()
    return describeConnection(world, row)
  },
  sign: async (world, row) => {
    const connection = await connected(world, row)
    return requestSignature(world, connection, signatureRequest(row, connection.accounts[0]), 'signed')
  },
  'sign a transaction': async (world, row) => {
    const connection = await connected(world, row)
    const request = transferRequest(
      'solana:signTransaction',
      connection.accounts[0],
      world.wallet.otherAccount,
    )
    return requestSignature(world, connection, request, 'signed')
  },
  send,
  switch: switchNetwork,
  disconnect: async (world, row) => {
    await connected(world, row)
    return disconnect(world, row)
  },
  'lock, unlock': async (world, row) => {
    await connected(world, row)
    const first = await runLocked(world, row, async () => {})
    const second = await runLocked(world, row, async () => {})
    return first === second ? first : `${first}, then ${second}`
  },
  'lock, disconnect, unlock': async (world, row) => {
    await connected(world, row)
    return runLocked(world, row, () => disconnect(world, row))
  },
  'restore locked, unlock': async (world, row) => {
    world.wallet.lock()
    await restore(world)
    return runLocked(world, row, async () => {})
  },
}

/** The outcome of a row. */
export async function outcomeOf(row: Behaviour): Promise<string> {
  const world = behaviourWorld(row)
  try {
    return await actions[row.action](world, row)
  } finally {
    world.close()
  }
}
